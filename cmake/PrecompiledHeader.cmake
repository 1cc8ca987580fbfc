# Precompiled headers: the standard headers that most files include, once for all modules and once
# with GoogleTest for all tests. A module whose files all read a heavy library has its own, named
# with PRECOMPILE in its fairmon_module(). They halve the compiler's work; tools/check_includes.py
# keeps files honest that would otherwise get by on them.
option(FAIRMON_PRECOMPILED_HEADER "Precompile headers that most files include" ON)

set(FAIRMON_COMMON_HEADERS
    <algorithm> <array> <cmath> <compare> <cstdint> <cstring> <functional> <limits> <map> <memory>
    <optional> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>)

# Carries a precompiled header that other targets reuse.
function(_fairmon_header_carrier target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LIBS;OPTIONS")
  set(stub ${PROJECT_BINARY_DIR}/${target}.cpp)
  file(CONFIGURE OUTPUT ${stub} CONTENT "// Carries a precompiled header.\n")
  add_library(${target} STATIC ${stub})
  target_link_libraries(${target} PRIVATE fairmon_options ${arg_LIBS})
  target_compile_options(${target} PRIVATE ${arg_OPTIONS})
  if(NOT target MATCHES "_test$")
    fairmon_position_independent(${target})
  endif()
  target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
endfunction()

if(FAIRMON_PRECOMPILED_HEADER)
  # Flags that decide whether a header fits must be alike in all modules.
  target_compile_options(fairmon_options INTERFACE -pthread)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Without the time inside, ccache can recognise the header.
    target_compile_options(fairmon_options INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  _fairmon_header_carrier(fairmon_precompiled HEADERS ${FAIRMON_COMMON_HEADERS})
  set(test_options "")
  if(NOT FAIRMON_OPTIMISED_MODULES STREQUAL "all")
    _fairmon_header_carrier(fairmon_precompiled_plain HEADERS ${FAIRMON_COMMON_HEADERS}
                            OPTIONS -O0)
    set(test_options OPTIONS -O0)
  endif()
  if(FAIRMON_BUILD_TESTS)
    _fairmon_header_carrier(fairmon_precompiled_test LIBS GTest::gtest ${test_options}
                            HEADERS ${FAIRMON_COMMON_HEADERS} <gtest/gtest.h>)
  endif()
endif()

# fairmon_precompiled_header(<target> [<header>...])
function(fairmon_precompiled_header target)
  if(NOT FAIRMON_PRECOMPILED_HEADER)
    return()
  endif()
  get_target_property(plain ${target} FAIRMON_NOT_OPTIMISED)
  if(ARGN)
    target_precompile_headers(${target} PRIVATE ${FAIRMON_COMMON_HEADERS} ${ARGN})
  elseif(target MATCHES "_test$" AND (plain OR FAIRMON_OPTIMISED_MODULES STREQUAL "all"))
    target_precompile_headers(${target} REUSE_FROM fairmon_precompiled_test)
  elseif(plain)
    fairmon_position_independent(${target})
    target_precompile_headers(${target} REUSE_FROM fairmon_precompiled_plain)
  else()
    fairmon_position_independent(${target})
    target_precompile_headers(${target} REUSE_FROM fairmon_precompiled)
  endif()
endfunction()
