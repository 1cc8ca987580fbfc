# Packs files into the program: each is compressed with gzip and pulled in by the assembler, with a
# table of them in a generated C++ file. Nothing but CMake and the compiler is needed.
#
# fairmon_embed_page(TARGET <target> FOLDER <folder>)      every file of the built page
# fairmon_embed_examples(TARGET <target> FOLDER <folder>)  every folder that has a gallery.json
#
# FAIRMON_WITH_WEB: AUTO packs the page if it was built, ON insists, OFF leaves it out.

set(FAIRMON_WITH_WEB AUTO CACHE STRING "Pack the web page into the program: AUTO, ON or OFF")
set_property(CACHE FAIRMON_WITH_WEB PROPERTY STRINGS AUTO ON OFF)

function(fairmon_embed_page)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;FOLDER" "")
  set(files "")
  if(NOT FAIRMON_WITH_WEB STREQUAL "OFF")
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${arg_FOLDER}/*)
  endif()
  if(FAIRMON_WITH_WEB STREQUAL "ON" AND NOT files)
    message(FATAL_ERROR "FAIRMON_WITH_WEB is ON, but web/app/dist is empty; run web/build.sh")
  endif()
  set(rows "")
  foreach(file IN LISTS files)
    file(RELATIVE_PATH path ${arg_FOLDER} ${file})
    _fairmon_pack(${arg_TARGET} page ${file} ${path} symbol)
    string(APPEND rows "  {\"/${path}\", FAIRMON_TEXT(${symbol})},\n")
  endforeach()
  _fairmon_write_table(${arg_TARGET} page Asset assets "${rows}")
endfunction()

function(fairmon_embed_examples)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;FOLDER" "")
  file(GLOB cards CONFIGURE_DEPENDS ${arg_FOLDER}/*/gallery.json)
  set(rows "")
  foreach(card IN LISTS cards)
    get_filename_component(folder ${card} DIRECTORY)
    # Specifications and data; programs of an example are built, not shown.
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*.json ${folder}/*.lola ${folder}/*.csv
         ${folder}/*.jsonl ${folder}/*.zip ${folder}/*.gz)
    foreach(file IN LISTS files)
      file(RELATIVE_PATH path ${arg_FOLDER} ${file})
      _fairmon_pack(${arg_TARGET} examples ${file} ${path} symbol)
      string(APPEND rows "  {\"${path}\", FAIRMON_TEXT(${symbol})},\n")
    endforeach()
  endforeach()
  _fairmon_write_table(${arg_TARGET} examples ExampleFile example_files "${rows}")
endfunction()

# Compresses one file at build time and remembers the assembler's lines for it.
function(_fairmon_pack target kind file path out)
  set(packed ${CMAKE_CURRENT_BINARY_DIR}/packed/${kind}/${path}.gz)
  get_filename_component(folder ${packed} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${packed}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${packed} -P
            ${PROJECT_SOURCE_DIR}/cmake/PackFile.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/PackFile.cmake
    COMMENT "Packing ${path}"
    VERBATIM)
  string(MAKE_C_IDENTIFIER "fairmon_${kind}_${path}" symbol)
  set_property(GLOBAL APPEND PROPERTY FAIRMON_PACKED_${kind} "${symbol}=${packed}")
  set(${out} ${symbol} PARENT_SCOPE)
endfunction()

function(_fairmon_write_table target kind type function rows)
  get_property(packed GLOBAL PROPERTY FAIRMON_PACKED_${kind})
  set(lines "")
  set(files "")
  foreach(entry IN LISTS packed)
    string(REGEX REPLACE "=.*" "" symbol "${entry}")
    string(REGEX REPLACE "^[^=]*=" "" file "${entry}")
    list(APPEND files ${file})
    string(APPEND lines "FAIRMON_PACKED(${symbol}, \"${file}\")\n")
  endforeach()
  list(LENGTH packed count)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp)
  set(body "return {};")
  if(count GREATER 0)
    set(body "static const std::array<${type}, ${count}> kEntries = {{\n${rows}  }};\n")
    string(APPEND body "  return kEntries;")
  endif()
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// Written by cmake/EmbedAssets.cmake.
#include \"server/assets.hpp\"

#include <array>
#include <cstddef>

#define FAIRMON_PACKED(symbol, file)                                                      \\
  asm(\".section .rodata\\n.balign 16\\n.global \" #symbol \"\\n\" #symbol \":\\n\" \\
      \".incbin \\\"\" file \"\\\"\\n.global \" #symbol \"_end\\n\" #symbol \"_end:\\n\" \\
      \".byte 0\\n.text\\n\"); \\
  extern \"C\" const char symbol[];                                                         \\
  extern \"C\" const char symbol##_end[];
#define FAIRMON_TEXT(symbol) {symbol, static_cast<std::size_t>(symbol##_end - symbol)}

@lines@
namespace fairmon::server {

std::span<const @type@> @function@() {
  @body@
}

}  // namespace fairmon::server
")
  # Top-level assembler does not survive optimisation across files.
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}"
                                                   COMPILE_OPTIONS "-fno-lto")
  target_sources(${target} PRIVATE ${source})
endfunction()
