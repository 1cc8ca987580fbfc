#include "builtins/kernels.hpp"

namespace fairmon::builtins::function_entries {
namespace {

Function make() {
  // An optional takes two cells and a body gives one: the compiler writes this as a choice between
  // the checks `has_byte` and `byte_at`, so that there is nothing to call here.
  Overload shape;
  shape.arguments = {Type(TypeKind::Bytes, 0), Type::unsigned_integer()};
  shape.result = Type::optional(Type::unsigned_integer(8));
  return make_function(
      "at", "", {"", "index"},
      {"one byte of a byte string", "Bytes are counted from 0; absent beyond the end.",
       "output first := payload.at(index: 0).defaults(to: 0)"},
      {shape});
}

}  // namespace

extern const Function at = make();

}  // namespace fairmon::builtins::function_entries
