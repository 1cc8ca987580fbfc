# One interface target with the language level and the warnings every module is compiled with.
add_library(fairmon_options INTERFACE)
target_compile_features(fairmon_options INTERFACE cxx_std_20)
target_compile_options(
  fairmon_options
  INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast
            -Wswitch-enum
            # The same trace must give the same bytes from every compiler.
            -ffp-contract=off)
if(FAIRMON_DEVELOPER_MODE)
  target_compile_options(fairmon_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees ghosts in inlined standard containers; clang keeps watch over these.
  set(ghosts -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread
             -Wno-array-bounds -Wno-dangling-pointer)
  target_compile_options(fairmon_options INTERFACE ${ghosts})
  # Builds optimised across files compile once more when they link.
  target_link_options(fairmon_options INTERFACE ${ghosts})
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # libstdc++ 12 implements std::stable_sort with a function it marks as deprecated.
  target_compile_options(fairmon_options INTERFACE -Wno-deprecated-declarations)
endif()
if(FAIRMON_CHECKS)
  target_compile_definitions(fairmon_options INTERFACE FAIRMON_CHECKS=1)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
