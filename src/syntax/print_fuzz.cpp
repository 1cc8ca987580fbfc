// What is read without mistakes prints to a text that reads as the same tree.
#include <fairmon/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include "support/check.hpp"
#include "syntax/parse.hpp"
#include "syntax/print.hpp"

namespace {

bool read(const std::string& text, std::string& printed) {
  const fairmon::SourceFile source("fuzz.lola", text);
  fairmon::Diagnostics diagnostics;
  diagnostics.add_file(source);
  printed = fairmon::syntax::print(fairmon::syntax::parse(source, 0, diagnostics));
  return !diagnostics.has_errors();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string once;
  if (!read(std::string(data, data + size), once)) {
    return 0;
  }
  std::string twice;
  FAIRMON_CHECK(read(once, twice), "the printed text has mistakes: " + once);
  FAIRMON_CHECK(once == twice, "printing twice differs:\n" + once + twice);
  return 0;
}
