# Compiles several files of a target as one, so that what they all include is read once and a
# template is instantiated once: a clean build takes half the time, one after an edit some seconds
# more. The presets `release`, `clang` and `tidy` compile each file by itself. A name in an unnamed
# namespace must then be the only one of its kind in its namespace: the compiler names both places
# where it is not.
#
# Not CMake's UNITY_BUILD: it cannot tell entries of a catalogue apart, and its files hold absolute
# paths, so that no other checkout could use what the compiler's cache has of them.
option(FAIRMON_JOIN_FILES "Compile the files of a module in batches" OFF)
# So large that little is read twice, so small that two cores finish at about the same time.
set(FAIRMON_JOINED_BYTES 60000)

# fairmon_joined_files(<target>): joins the target's files once the calling folder has been read,
# when all of them and their properties are known.
function(fairmon_joined_files target)
  get_target_property(kind ${target} TYPE)
  if(FAIRMON_JOIN_FILES AND NOT kind STREQUAL "INTERFACE_LIBRARY")
    cmake_language(EVAL CODE "cmake_language(DEFER CALL _fairmon_join ${target})")
  endif()
endfunction()

# fairmon_own_namespace(<namespace> <header> <file>): where files are joined, what the file defines
# in <namespace> lies in <namespace>::in_<stem>, so that its neighbours may use the same names. The
# last part of <namespace> must not be a word that the file uses for anything else; the header,
# which is read first, may.
function(fairmon_own_namespace namespace header file)
  string(REGEX REPLACE "^.*::" "" last ${namespace})
  get_filename_component(stem ${file} NAME_WE)
  set_source_files_properties(${file} PROPERTIES
    FAIRMON_JOINED_BEFORE "#include \"${header}\"\n#define ${last} ${last}::in_${stem}\n"
    FAIRMON_JOINED_AFTER "#undef ${last}\n")
endfunction()

# fairmon_joined_apart(<group> <file>...): these files are joined with each other only.
function(fairmon_joined_apart group)
  set_source_files_properties(${ARGN} PROPERTIES FAIRMON_JOINED_GROUP ${group})
endfunction()

# A batch ends where it is large enough and where another group begins.
function(_fairmon_join target)
  get_target_property(sources ${target} SOURCES)
  set(kept "")
  set(text "")
  set(bytes 0)
  set(group "")
  foreach(source IN LISTS sources)
    _fairmon_joinable(${source} joinable)
    if(NOT joinable)
      list(APPEND kept ${source})
      continue()
    endif()
    get_property(next_group SOURCE ${source} PROPERTY FAIRMON_JOINED_GROUP)
    if(bytes GREATER FAIRMON_JOINED_BYTES OR NOT "${next_group}" STREQUAL "${group}")
      _fairmon_write_batch(${target} "${text}" kept)
      set(text "")
      set(bytes 0)
    endif()
    set(group "${next_group}")
    _fairmon_join_text(${source} piece)
    string(APPEND text "${piece}")
    file(SIZE ${source} size)
    math(EXPR bytes "${bytes} + ${size}")
  endforeach()
  _fairmon_write_batch(${target} "${text}" kept)
  set_property(TARGET ${target} PROPERTY SOURCES ${kept})
endfunction()

# Files that are generated, or compiled in a way of their own, stay alone.
function(_fairmon_joinable source out)
  set(own "")
  foreach(property IN ITEMS COMPILE_OPTIONS COMPILE_DEFINITIONS COMPILE_FLAGS INCLUDE_DIRECTORIES)
    get_property(value SOURCE ${source} PROPERTY ${property})
    string(APPEND own "${value}")
  endforeach()
  string(FIND ${source} ${PROJECT_SOURCE_DIR}/ place)
  string(FIND ${source} ${PROJECT_BINARY_DIR}/ generated)
  if(own STREQUAL "" AND place EQUAL 0 AND NOT generated EQUAL 0)
    set(${out} TRUE PARENT_SCOPE)
  else()
    set(${out} FALSE PARENT_SCOPE)
  endif()
endfunction()

# The path is as the file's neighbours would write it, below src/ or tests/.
function(_fairmon_join_text source out)
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${source})
  string(REGEX REPLACE "^(src|tests)/" "" path ${path})
  get_property(before SOURCE ${source} PROPERTY FAIRMON_JOINED_BEFORE)
  get_property(after SOURCE ${source} PROPERTY FAIRMON_JOINED_AFTER)
  set(${out} "${before}#include \"${path}\"\n${after}" PARENT_SCOPE)
endfunction()

# Appends the name of the file written to the list.
function(_fairmon_write_batch target text list)
  if(NOT text)
    return()
  endif()
  set(files ${${list}})
  list(FILTER files INCLUDE REGEX "/${target}_joined_[0-9]+\\.cpp$")
  list(LENGTH files number)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${target}_joined_${number}.cpp)
  file(CONFIGURE OUTPUT ${file} @ONLY
       CONTENT "// Written by cmake/JoinedFiles.cmake.\n${text}")
  set(${list} ${${list}} ${file} PARENT_SCOPE)
endfunction()

if(FAIRMON_JOIN_FILES AND TARGET fairmon_options)
  # A name in one file would shadow that in another. g++ still watches over names in functions;
  # `release` and `clang` over all.
  target_compile_options(fairmon_options INTERFACE -Wno-shadow
                         $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>)
endif()
if(FAIRMON_JOIN_FILES AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ takes a joined file for a header and warns of unnamed namespaces in it.
  add_compile_options(-Wno-subobject-linkage)
endif()
