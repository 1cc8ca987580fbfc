#include <re2/re2.h>

#include "builtins/kernels.hpp"

namespace fairmon::builtins {
namespace {

RE2::Options quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

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
    auto compiled = std::make_shared<const RE2>(literals.front().as<std::string>(), quiet());
    return compiled->ok() ? compiled : nullptr;
  };
  return made;
}

Function make() {
  Function made = make_function(
      "matches", "regex", {"", "regex"},
      {"whether a text contains a match of a regular expression",
       "Searches anywhere in the text; `^` and `$` anchor it. The syntax is that of RE2. The "
       "expression must be a literal.",
       "output german := language.matches(regex: \"^de(-|$)\")"},
      {for_subject<as::String>(), for_subject<as::Bytes>()});
  made.literal_arguments = 0b10;
  return made;
}

}  // namespace

std::optional<std::string> regex_problem(std::string_view pattern) {
  const RE2 compiled({pattern.data(), pattern.size()}, quiet());
  return compiled.ok() ? std::nullopt : std::optional<std::string>(compiled.error());
}

namespace function_entries {
extern const Function matches = make();
}
}  // namespace fairmon::builtins
