# ccache, when present. Paths below the source folder are hashed relative to it and the build
# folder is left out of the hash, so that several checkouts share their hits.
find_program(FAIRMON_CCACHE ccache)
if(FAIRMON_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
      # What ccache asks for in builds with a precompiled header.
      CCACHE_SLOPPINESS=pch_defines,time_macros ${FAIRMON_CCACHE})
endif()
