#pragma once

#include <fairmon/diagnostic.hpp>

#include <string>

#include "syntax/parse.hpp"

/// For tests: a text read, with what was said about it.
namespace fairmon::syntax::testing {

struct Parsed {
  Ast ast;
  Diagnostics diagnostics;
};

inline Parsed read(std::string text) {
  Parsed parsed;
  const SourceFile source("test.lola", std::move(text));
  parsed.diagnostics.add_file(source);
  parsed.ast = parse(source, 0, parsed.diagnostics);
  parsed.diagnostics.sort();
  return parsed;
}

/// One line each: place, id, message.
inline std::string messages(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& item : diagnostics.all()) {
    const LineColumn at = diagnostics.files()[0].locate(item.primary_span().begin);
    all += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + item.id + ": " +
           item.message + "\n";
  }
  return all;
}

}  // namespace fairmon::syntax::testing
