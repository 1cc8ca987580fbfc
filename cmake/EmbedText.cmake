# fairmon_embed_text(TARGET <target> FILES <files> HEADER <header> TYPE <struct> TABLE <function>
#                    NAMESPACE <namespace> NAMES <names>)
#
# Packs text files into a library: the generated function `std::span<const TYPE> TABLE()` in
# NAMESPACE lists {name, text} in the order given. Written anew whenever a file changes.

function(fairmon_embed_text)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;HEADER;TYPE;TABLE;NAMESPACE" "FILES;NAMES")
  set(rows "")
  foreach(file name IN ZIP_LISTS arg_FILES arg_NAMES)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    # A string literal may be 64 KiB long at most by the standard; files are far smaller.
    string(APPEND rows "    {\"${name}\", R\"__embedded__(${text})__embedded__\"},\n")
  endforeach()
  list(LENGTH arg_FILES count)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${arg_TABLE}.cpp)
  # Not configure_file on the text itself: `@name@` in a specification must stay as it is.
  file(WRITE ${generated}.new
"// Written by cmake/EmbedText.cmake.
#include <array>
#include <span>

#include \"${arg_HEADER}\"

namespace ${arg_NAMESPACE} {
std::span<const ${arg_TYPE}> ${arg_TABLE}() {
  static constexpr std::array<${arg_TYPE}, ${count}> kFiles = {{
${rows}  }};
  return kFiles;
}
}  // namespace ${arg_NAMESPACE}
")
  configure_file(${generated}.new ${generated} COPYONLY)
  target_sources(${arg_TARGET} PRIVATE ${generated})
endfunction()
