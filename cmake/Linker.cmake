# mold, when present, for builds that are linked often: it joins a program of tests in a tenth of
# the time. Builds that are optimised across files keep the compiler's own linker.
find_program(FAIRMON_MOLD mold)
if(FAIRMON_MOLD AND NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION)
  add_link_options(-fuse-ld=mold)
endif()
