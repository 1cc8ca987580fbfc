#include "report/template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/number.hpp"
#include "support/text.hpp"

namespace fairmon::report {

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  text = support::trimmed(text);
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, blank));
    text = support::trimmed(text.substr(blank));
  }
  return words;
}

/// `NAME of NAME` behind the first word.
bool is_pair(const std::vector<std::string>& words) {
  return words.size() == 4 && words[2] == "of";
}

Result<void> take_directive(std::string_view line, std::size_t number, Template& form) {
  const std::vector<std::string> words = words_of(line);
  const std::string first = words.empty() ? "" : words.front();
  if (first == "median" && is_pair(words)) {
    form.median = Template::Median{words[1], words[3]};
    return {};
  }
  if (first == "categories" && is_pair(words)) {
    form.categories.push_back({words[1], words[3]});
    return {};
  }
  const auto share = first == "small" && words.size() == 2 ? support::parse_number<double>(words[1])
                                                           : std::nullopt;
  if (share && *share > 0.0 && *share < 1.0) {
    form.small_share = *share;
    return {};
  }
  return Error(ErrorCode::Usage,
               fmt::format("line {} of the specification is not understood: `//: {}`; there are "
                           "`small SHARE`, `median CONSTANT of INPUT` and `categories OUTPUT of "
                           "INPUT`",
                           number, std::string(support::trimmed(line))));
}

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  }
  return out + "\"";
}

}  // namespace

Result<Template> read_template(std::string_view specification) {
  Template form;
  std::size_t number = 0;
  while (!specification.empty()) {
    const std::size_t end = std::min(specification.find('\n'), specification.size());
    const std::string_view line = support::trimmed(specification.substr(0, end));
    ++number;
    if (line.starts_with("//:")) {
      if (auto taken = take_directive(line.substr(3), number, form); !taken) {
        return std::move(taken).error();
      }
    }
    specification.remove_prefix(std::min(end + 1, specification.size()));
  }
  return form;
}

Result<std::string> with_constant(std::string_view specification, const std::string& constant,
                                  double value) {
  const std::size_t at = specification.find("constant " + constant + " ");
  const std::size_t sign = at == std::string_view::npos ? at : specification.find(":=", at);
  const std::size_t end = std::min(specification.find('\n', sign), specification.size());
  if (sign == std::string_view::npos || sign > specification.find('\n', at)) {
    return Error(ErrorCode::Specification, "the specification asks for a median in `" + constant +
                                               "`, but has no line `constant " + constant +
                                               " : Float64 := …`");
  }
  std::string text = fmt::format("{}", value);
  text += text.find_first_of(".e") == std::string::npos ? ".0" : "";
  return std::string(specification.substr(0, sign)) + ":= " + text +
         std::string(specification.substr(end));
}

Result<Relabel> parse_relabel(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::size_t equals = colon == std::string::npos ? colon : text.find('=', colon);
  if (equals == std::string::npos || colon == 0) {
    return Error(ErrorCode::Usage,
                 "--label needs INPUT:LABEL=NAME, such as race:Caucasian=White, "
                 "not `" +
                     text + "`");
  }
  return Relabel{text.substr(0, colon), text.substr(colon + 1, equals - colon - 1),
                 text.substr(equals + 1)};
}

Result<std::string> with_labels(std::string specification, const Template& form,
                                const std::vector<Relabel>& labels) {
  for (const Relabel& label : labels) {
    const bool known =
        std::any_of(form.categories.begin(), form.categories.end(),
                    [&](const Template::Categories& one) { return one.input == label.input; });
    if (!known) {
      return Error(ErrorCode::Usage,
                   "--label speaks of `" + label.input +
                       "`, for which the specification has no line `//: categories OUTPUT of " +
                       label.input + "`");
    }
  }
  for (const Template::Categories& one : form.categories) {
    const std::string plain = "output " + one.output + " := " + one.input + "\n";
    const std::size_t at = specification.find(plain);
    std::string mapped = "output " + one.output + " :=\n";
    bool any = false;
    for (const Relabel& label : labels) {
      if (label.input == one.input) {
        mapped += "  if " + one.input + " == " + literal(label.from) + " then " +
                  literal(label.to) + " else\n";
        any = true;
      }
    }
    if (!any) {
      continue;
    }
    if (at == std::string::npos) {
      return Error(ErrorCode::Specification, "labels of `" + one.input +
                                                 "` can be mapped only where a line says `" +
                                                 plain.substr(0, plain.size() - 1) + "`");
    }
    specification.replace(at, plain.size(), mapped + "  " + one.input + "\n");
  }
  return specification;
}

void read_text(std::string_view markdown, Surroundings& around) {
  if (markdown.starts_with(kTextMark)) {
    markdown.remove_prefix(kTextMark.size());
  }
  std::vector<Section>* into = &around.sections;
  Section section;
  const auto finish = [&] {
    const std::string text(support::trimmed(section.markdown));
    if (section.heading.empty()) {
      around.question = text;
    } else {
      into->push_back({section.heading, text});
    }
  };
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    const std::string_view line = markdown.substr(0, end);
    if (line.starts_with("# ")) {
      around.title = around.title.empty() ? std::string(line.substr(2)) : around.title;
    } else if (line.starts_with("## ")) {
      finish();
      section = {std::string(line.substr(3)), ""};
      into = section.heading == "What it does not cover" ? &around.closing : into;
    } else {
      section.markdown += std::string(line) + "\n";
    }
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
  }
  finish();
}

std::optional<double> median_of(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) {
    return std::nullopt;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) {
    return *middle;
  }
  return (*std::max_element(values.begin(), middle) + *middle) / 2.0;
}

}  // namespace fairmon::report
