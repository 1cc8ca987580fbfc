# One shared library, `libfairmon.so`, for programs in C and for Python. It is linked from the
# objects of the modules, so these must be position-independent; nothing is compiled twice. Builds
# with sanitizers go without it.
option(FAIRMON_SHARED_LIBRARY "Link libfairmon.so" OFF)

# fairmon_position_independent(<target>): also an executable that reuses a precompiled header of the
# modules, which was made with these flags. Nobody replaces functions of the library from outside,
# and saying so lets the compiler inline them as before.
function(fairmon_position_independent target)
  if(FAIRMON_SHARED_LIBRARY)
    target_compile_options(${target} PRIVATE -fPIC -fno-semantic-interposition)
  endif()
endfunction()

# fairmon_shared_library(TARGET <target> MODULE <module> EXPORTS <file>)
# libfairmon.so: the module as a whole and what it needs of the others. Only the symbols listed in
# the file, one per line, can be seen from outside.
function(fairmon_shared_library)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;MODULE;EXPORTS" "")
  if(NOT FAIRMON_SHARED_LIBRARY)
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${arg_EXPORTS})
  file(STRINGS ${arg_EXPORTS} symbols)
  list(JOIN symbols "; " symbols)
  set(script ${CMAKE_CURRENT_BINARY_DIR}/exports.map)
  file(CONFIGURE OUTPUT ${script} CONTENT "FAIRMON_C_1 { global: ${symbols}; local: *; };\n")
  set(stub ${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.cpp)
  file(CONFIGURE OUTPUT ${stub} CONTENT "// All of the library lies in the modules.\n")
  add_library(${arg_TARGET} SHARED ${stub})
  target_link_libraries(${arg_TARGET} PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,fairmon_${arg_MODULE}>)
  target_include_directories(${arg_TARGET} INTERFACE ${PROJECT_SOURCE_DIR}/include)
  target_link_options(${arg_TARGET} PRIVATE LINKER:--version-script=${script} LINKER:-z,defs)
  set_target_properties(${arg_TARGET} PROPERTIES
    OUTPUT_NAME fairmon VERSION 1 SOVERSION 1 LINK_DEPENDS ${script}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  if(CMAKE_INTERPROCEDURAL_OPTIMIZATION)
    # Optimising the whole program a second time takes minutes; who wants it asks for it.
    set_target_properties(${arg_TARGET} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()
