#include "builtins/conversions.hpp"

namespace fairmon::builtins::check_entries {

extern const Function check_prob = with_ends(
    {.directions = "+", .at_ends = "prob_end"},
    make_check("check_prob", "a real number that must be a probability",
               {overload<ToProb, as::Prob, as::Float>(), overload<ToProb, as::Prob, as::Int>(),
                overload<ToProb, as::Prob, as::UInt>(), overload<ToProb, as::Prob, as::Fixed>(),
                overload<ToProb, as::Prob, as::UFixed>()}));

}  // namespace fairmon::builtins::check_entries
