# What makes a mistake in the program harder to use, in builds for users: no fixed place in memory,
# tables that are read-only once they are loaded, checked stacks and checked copies. Builds for
# developers have checks and sanitizers of their own. tools/check_hardening.py looks at every
# program that comes out.
option(FAIRMON_HARDEN "Release builds get the flags of cmake/Hardening.cmake" ON)

if(FAIRMON_HARDEN AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT FAIRMON_SANITIZE)
  set(FAIRMON_IS_HARDENED ON)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
  # Debian's compilers may have a level of their own, hence the -U.
  add_compile_options(-fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  add_link_options(LINKER:-z,relro,-z,now,-z,noexecstack)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-fstack-clash-protection -fcf-protection)
  endif()
endif()

# fairmon_check_hardening(<program>): the build fails when a program lacks what was asked for.
function(fairmon_check_hardening program)
  if(FAIRMON_IS_HARDENED)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    add_custom_command(TARGET ${program} POST_BUILD
                       COMMAND ${Python3_EXECUTABLE}
                               ${PROJECT_SOURCE_DIR}/tools/check_hardening.py
                               $<TARGET_FILE:${program}>
                       VERBATIM)
  endif()
endfunction()
