# fairmon_catalogue(TARGET <target> FOLDER <folder> HEADER <header> TYPE <type> TABLE <function>
#                   NAMESPACE <namespace> [BY_FOLDER] [EXCLUDE <stems>])
#
# Makes dropping a file into <folder> its registration. Each file `<stem>.cpp` defines
# `extern const TYPE <stem>` in NAMESPACE; the generated function
# `std::span<const TYPE* const> TABLE()` lists them all, sorted by stem. TABLE lies in NAMESPACE
# unless it is qualified itself. A file that forgets its entry is a link error naming the stem.
# The files themselves are compiled by the module that owns the folder; this adds the table only.
# BY_FOLDER: an entry is a subfolder instead of a file.
# Where files are compiled together (cmake/JoinedFiles.cmake), each entry's file has a namespace of
# its own below NAMESPACE, and each entry's folder is compiled apart: one can be dropped in without
# a look at its neighbours' names.

function(fairmon_catalogue)
  cmake_parse_arguments(PARSE_ARGV 0 arg "BY_FOLDER" "TARGET;FOLDER;HEADER;TYPE;TABLE;NAMESPACE"
                        "EXCLUDE")
  foreach(needed IN ITEMS TARGET FOLDER HEADER TYPE TABLE NAMESPACE)
    if(NOT arg_${needed})
      message(FATAL_ERROR "fairmon_catalogue: ${needed} is missing")
    endif()
  endforeach()
  get_filename_component(folder ${arg_FOLDER} ABSOLUTE)
  _fairmon_stems(${folder} "${arg_BY_FOLDER}" stems)
  if(arg_EXCLUDE)
    list(REMOVE_ITEM stems ${arg_EXCLUDE})
  endif()
  list(LENGTH stems count)

  string(REGEX REPLACE "^(.*)::([^:]+)$" "\\1" table_namespace ${arg_TABLE})
  string(REGEX REPLACE "^(.*)::([^:]+)$" "\\2" table_name ${arg_TABLE})
  if(table_namespace STREQUAL arg_TABLE)
    set(table_namespace ${arg_NAMESPACE})
  endif()

  set(declarations "")
  set(rows "")
  foreach(stem IN LISTS stems)
    set(namespace ${arg_NAMESPACE})
    if(FAIRMON_JOIN_FILES AND arg_BY_FOLDER)
      file(GLOB_RECURSE files ${folder}/${stem}/*.cpp)
      fairmon_joined_apart(${folder}/${stem} ${files})
    elseif(FAIRMON_JOIN_FILES)
      fairmon_own_namespace(${arg_NAMESPACE} ${arg_HEADER} ${folder}/${stem}.cpp)
      string(APPEND namespace ::in_${stem})
    endif()
    string(APPEND declarations
           "namespace ${namespace} { extern const ${arg_TYPE} ${stem}; }\n")
    string(APPEND rows "    &${namespace}::${stem},\n")
  endforeach()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${table_name}.cpp)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT
"// Written by cmake/Catalogue.cmake from the files of one folder.
#include <array>
#include <span>

#include \"@arg_HEADER@\"

@declarations@
namespace @table_namespace@ {
std::span<const @arg_TYPE@* const> @table_name@() {
  static constexpr std::array<const @arg_TYPE@*, @count@> kEntries = {
@rows@  };
  return kEntries;
}
}  // namespace @table_namespace@
")
  target_sources(${arg_TARGET} PRIVATE ${generated})
endfunction()

function(_fairmon_stems folder by_folder out)
  set(stems "")
  if(by_folder)
    file(GLOB children CONFIGURE_DEPENDS LIST_DIRECTORIES true ${folder}/*)
    foreach(child IN LISTS children)
      if(IS_DIRECTORY ${child})
        get_filename_component(stem ${child} NAME)
        list(APPEND stems ${stem})
      endif()
    endforeach()
  else()
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*.cpp)
    list(FILTER files EXCLUDE REGEX "_(test|bench|fuzz)\\.cpp$")
    foreach(file IN LISTS files)
      get_filename_component(stem ${file} NAME_WE)
      list(APPEND stems ${stem})
    endforeach()
  endif()
  list(SORT stems)
  set(${out} "${stems}" PARENT_SCOPE)
endfunction()
