# One precompiled header with the standard headers that most files include, shared by all modules.
# It halves the compiler's work in builds with sanitizers. The preset `dev` goes without it, so that
# a file which forgets an include does not get far.
option(FAIRMON_PRECOMPILED_HEADER "Precompile the common standard headers" OFF)

if(FAIRMON_PRECOMPILED_HEADER)
  # Flags that decide whether the header fits must be alike in all modules.
  target_compile_options(fairmon_options INTERFACE -pthread)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Without the time inside, ccache can recognise the header.
    target_compile_options(fairmon_options INTERFACE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  set(stub ${PROJECT_BINARY_DIR}/precompiled_header.cpp)
  file(CONFIGURE OUTPUT ${stub} CONTENT "// Carries the precompiled header.\n")
  add_library(fairmon_precompiled STATIC ${stub})
  target_link_libraries(fairmon_precompiled PRIVATE fairmon_options)
  target_precompile_headers(
    fairmon_precompiled PRIVATE <algorithm> <array> <cmath> <compare> <cstdint> <cstring>
    <functional> <limits> <map> <memory> <optional> <span> <string> <string_view>
    <unordered_map> <utility> <variant> <vector>)
endif()

# fairmon_precompiled_header(<target>)
function(fairmon_precompiled_header target)
  if(FAIRMON_PRECOMPILED_HEADER)
    target_precompile_headers(${target} REUSE_FROM fairmon_precompiled)
  endif()
endfunction()
