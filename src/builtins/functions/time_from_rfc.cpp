#include "builtins/kernels.hpp"
#include "value/calendar.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct TimeFromRfc {
  static std::int64_t apply(as::Symbol text, Evaluation& e) {
    const auto parsed = value::parse_rfc3339(e.symbols->text(text.number));
    return parsed ? parsed->ns : cell_int(e.fail(Failure::BadTimeText, text.number));
  }
};

}  // namespace

extern const Function time_from_rfc =
    make_function("time_from_rfc", "time", {""},
                  {"the time that a text names",
                   "Reads RFC 3339 with any offset; a blank may stand for `T`, without zone it is "
                   "UTC, and a bare "
                   "date means its midnight. Any other text is a run-time error.",
                   "output applied := time_from_rfc(application_date)"},
                  {overload<TimeFromRfc, as::Time, as::String>()});

}  // namespace fairmon::builtins::function_entries
