#include <fairmon/fairmon.hpp>

#include <cstdint>
#include <string>

#include "api/spec_body.hpp"
#include "ir/text.hpp"
#include "ir/verify.hpp"
#include "support/check.hpp"

namespace {

/// Whatever compiles is a sound program that prints as text which reads back as itself.
void check_program(const fairmon::ir::Program& program) {
  using namespace fairmon;
  FAIRMON_CHECK(ir::verify(program).empty(), "a compiled program does not verify");
  const std::string text = ir::print(program);
  const auto again = ir::read(text);
  FAIRMON_CHECK(again.ok(), "a printed program cannot be read: " +
                                (again.ok() ? std::string() : again.error().message));
  FAIRMON_CHECK(ir::print(*again) == text, "a program changes when it is printed and read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairmon;
  const SourceFile source("fuzz.lola", std::string(reinterpret_cast<const char*>(data), size));
  for (const bool optimise : {false, true}) {
    CompileOptions options;
    options.optimise = optimise;
    const Compiled compiled = compile(source, options);
    FAIRMON_CHECK(compiled.spec.has_value() != compiled.diagnostics.has_errors(),
                  "neither a specification nor an error, or both");
    if (compiled.spec) {
      check_program(*compiled.spec->body().program);
    }
  }
  return 0;
}
