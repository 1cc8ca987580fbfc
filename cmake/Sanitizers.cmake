# Sanitizers and coverage apply to everything, so they are set once for the whole tree.
if(FAIRMON_SANITIZE)
  add_compile_options(-fsanitize=${FAIRMON_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${FAIRMON_SANITIZE})
  if(FAIRMON_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
    if(FAIRMON_SANITIZE MATCHES "address")
      # The address sanitizer reports the use of either; asking twice costs a sixth of the
      # compiler's time.
      add_compile_options(-fno-sanitize=null,object-size)
    endif()
  endif()
endif()
if(FAIRMON_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "fuzzers need clang; use the preset `fuzz`")
  endif()
endif()
if(FAIRMON_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()

# What a fuzzer is guided by, in libraries only: tests have no use for it, and it costs a fifth of
# the compiler's time. These are the parts of -fsanitize=fuzzer-no-link, which would not go together
# with a precompiled header made without it.
function(fairmon_watch_coverage target)
  if(FAIRMON_FUZZ)
    target_compile_options(
      ${target} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table,trace-cmp,indirect-calls)
  endif()
endfunction()
