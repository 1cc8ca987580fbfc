#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

/// Regular expressions: the syntax of RE2, except that `\d`, `\s` and `\w` mean the classes of
/// Unicode, as they do in RTLola.
namespace fairmon::builtins {

/// The pattern with `\d \D \s \S \w \W` written out.
[[nodiscard]] std::string with_unicode_classes(std::string_view pattern);

/// Ready to search, or null where there is a problem.
[[nodiscard]] std::shared_ptr<const re2::RE2> compile_regex(std::string_view pattern);

/// Why a text is no regular expression, or nothing.
[[nodiscard]] std::optional<std::string> regex_problem(std::string_view pattern);

}  // namespace fairmon::builtins
