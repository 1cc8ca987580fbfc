#include <array>

#include "builtins/kernels.hpp"
#include "support/text.hpp"

namespace fairmon::builtins::function_entries {
namespace {

/// What programs write where a label is not known, besides nothing at all.
constexpr std::array<std::string_view, 5> kWords = {"na", "n/a", "nan", "null", "?"};

bool says_missing(std::string_view text) {
  text = support::trimmed(text);
  if (text.empty()) {
    return true;
  }
  for (const std::string_view word : kWords) {
    if (support::equal_ignoring_case(text, word)) {
      return true;
    }
  }
  return false;
}

struct IsMissing {
  static bool apply(as::Symbol text, Evaluation& e) {
    return text.number == 0 || says_missing(e.symbols->text(text.number));
  }
};

struct Never {
  template <class Value>
  static bool apply(Value) noexcept {
    return false;
  }
};

Overload of_text() {
  Overload made = overload<IsMissing, as::Bool, as::String>();
  made.can_fail = false;
  return made;
}

Function make() {
  return make_function(
      "is_missing", "", {""},
      {"whether a label is missing",
       "True for the empty text and for `NA`, `N/A`, `nan`, `null` and `?` in any case, with "
       "blanks "
       "around them or not. A value that is no text is never missing: where there is none, nothing "
       "is evaluated.",
       "output known eval when !is_missing(group) with group"},
      {of_text(), overload<Never, as::Bool, as::Bool>(), overload<Never, as::Bool, as::Int>(),
       overload<Never, as::Bool, as::UInt>(), overload<Never, as::Bool, as::Float>(),
       overload<Never, as::Bool, as::Prob>(), overload<Never, as::Bool, as::Fixed>(),
       overload<Never, as::Bool, as::UFixed>()});
}

}  // namespace

extern const Function is_missing = make();

}  // namespace fairmon::builtins::function_entries
