#include <re2/re2.h>

#include "builtins/kernels.hpp"
#include "builtins/regex.hpp"

namespace fairmon::builtins::function_entries {
namespace {

struct Matches {
  static bool apply(as::Symbol text, as::Symbol, Evaluation& e) {
    const std::string_view subject = e.symbols->text(text.number);
    return RE2::PartialMatch({subject.data(), subject.size()},
                             *static_cast<const RE2*>(e.prepared));
  }
};

template <class Subject>
Overload for_subject() {
  Overload made = overload<Matches, as::Bool, Subject, as::String>();
  made.can_fail = false;
  made.prepare = [](const std::vector<Value>& literals,
                    const std::vector<Type>&) -> std::shared_ptr<const void> {
    return compile_regex(literals.front().as<std::string>());
  };
  return made;
}

Function make() {
  Function made = make_function(
      "matches", "regex", {"", "regex"},
      {"whether a text contains a match of a regular expression",
       "Searches anywhere in the text; `^` and `$` anchor it. The syntax is that of RE2; `\\d`, "
       "`\\s` and `\\w` mean the classes of Unicode, `\\b` is a border of ASCII words. The "
       "expression must be a literal.",
       "output german := language.matches(regex: \"^de(-|$)\")"},
      {for_subject<as::String>(), for_subject<as::Bytes>()});
  made.literal_arguments = 0b10;
  made.literal_problem = [](const Value& pattern) {
    return regex_problem(pattern.as<std::string>());
  };
  return made;
}

}  // namespace

extern const Function matches = make();

}  // namespace fairmon::builtins::function_entries
