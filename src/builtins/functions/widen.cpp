#include "builtins/conversions.hpp"

namespace fairmon::builtins::function_entries {

extern const Function widen = with_ends(
    {.directions = "+"},
    make_function("widen", "", {""},
                  {"a number seen as a wider type of the same family",
                   "`widen<Int64>(x)` for an x of type Int8; the value does not change.",
                   "output total := widen<Int64>(small) + large"},
                  {overload<Identity, as::Int, as::Int>(), overload<Identity, as::UInt, as::UInt>(),
                   overload<Identity, as::Float, as::Float>()}));

}  // namespace fairmon::builtins::function_entries
