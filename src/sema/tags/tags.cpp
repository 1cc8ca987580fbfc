#include "sema/tags/tags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include "sema/evidence/levels.hpp"
#include "sema/structure/quantities.hpp"
#include "support/civil_time.hpp"
#include "support/nearest.hpp"

namespace fairmon::sema::tags {
namespace {

using syntax::TagExpr;

enum class ValueRule : std::uint8_t { None, Optional, Needed };
/// What a tag is written at.
enum class Place : std::uint8_t { Stream, Input, File };
struct KnownTag {
  std::string_view key;
  ValueRule value;
  std::string_view example;
  Place place = Place::Stream;
};
constexpr std::array kTags = {
    KnownTag{"plot", ValueRule::Optional, ""},
    KnownTag{"threshold", ValueRule::Needed, "0.1"},
    KnownTag{"title", ValueRule::Needed, "text"},
    KnownTag{"unit", ValueRule::Needed, "text"},
    KnownTag{"left_out", ValueRule::Needed, "rate"},
    KnownTag{"public", ValueRule::None, ""},
    KnownTag{"debug", ValueRule::None, ""},
    KnownTag{"violation", ValueRule::None, ""},
    KnownTag{"warning", ValueRule::None, ""},
    KnownTag{"verbosity", ValueRule::Needed, "public"},
    // How the data are read: of one input, and of the file as a whole (`#![…]`).
    KnownTag{"column", ValueRule::Needed, "risk score", Place::Input},
    KnownTag{"missing", ValueRule::Needed, "NA", Place::Input},
    KnownTag{"time", ValueRule::Optional, "", Place::Input},
    KnownTag{"missing", ValueRule::Needed, "NA", Place::File},
    KnownTag{"columns", ValueRule::Needed, "time,group,hired", Place::File},
    KnownTag{"delimiter", ValueRule::Needed, ";", Place::File},
    KnownTag{"quote", ValueRule::Needed, "none", Place::File},
    KnownTag{"input_delay", ValueRule::Needed, "1000", Place::File},
    KnownTag{"start_time", ValueRule::Needed, "2024-01-31", Place::File},
    KnownTag{"range", ValueRule::Needed, "0,1", Place::Input},
    KnownTag{"band", ValueRule::Needed, "0.95"},
    KnownTag{"level", ValueRule::Needed, "0.95", Place::File},
};
const std::vector<std::string> kLevels = {"violations", "warnings", "public", "outputs", "streams"};

bool sets_verbosity(std::string_view key) {
  return key == "public" || key == "violation" || key == "warning" || key == "verbosity";
}

/// The numbers of `#[threshold="0.1, 0.2"]`, or nothing if one is none.
std::optional<std::vector<double>> numbers(const std::string& text) {
  std::vector<double> result;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    std::string part = text.substr(begin, comma - begin);
    part.erase(0, part.find_first_not_of(" \t"));
    part.erase(part.find_last_not_of(" \t") + 1);
    const bool plausible = !part.empty() &&
                           part.find_first_not_of("0123456789.eE+-") == std::string::npos &&
                           part.find_first_of("0123456789") != std::string::npos;
    if (!plausible) {
      return std::nullopt;
    }
    result.push_back(structure::real_value(part));
    begin = comma + 1;
  }
  return result;
}

class TagChecker {
 public:
  explicit TagChecker(Context& context) : context_(context) {}

  void run() {
    check_all(context_.ast.global_tags, Place::File);
    for (const syntax::InputDecl& input : context_.ast.inputs) {
      check_all(input.tags, Place::Input);
      check_time(input);
      const std::size_t index = static_cast<std::size_t>(&input - &context_.ast.inputs.raw()[0]);
      check_plot(input.tags, context_.analysis.inputs.raw()[index], input.name.text, false);
    }
    for (std::uint32_t i = 0; i < context_.ast.outputs.size(); ++i) {
      const syntax::OutputDecl& output = context_.output(i);
      check_all(output.tags, Place::Stream);
      check_plot(output.tags, context_.output_facts(i).type, output.name.text, output.trigger);
      check_thresholds(output);
    }
    check_panels();
  }

 private:
  static bool fits(Place of_tag, Place here) {
    return of_tag == here || (of_tag == Place::Stream && here == Place::Input);
  }

  const KnownTag* check_known(const TagExpr& tag, Place here) {
    const KnownTag* elsewhere = nullptr;
    for (const KnownTag& known : kTags) {
      if (known.key == tag.key.text) {
        if (fits(known.place, here)) {
          return &known;
        }
        elsewhere = &known;
      }
    }
    if (tag.key.missing()) {
      return nullptr;
    }
    if (elsewhere != nullptr) {
      warn_misplaced(tag, *elsewhere);
      return nullptr;
    }
    std::vector<std::string> keys;
    for (const KnownTag& known : kTags) {
      if (fits(known.place, here)) {
        keys.emplace_back(known.key);
      }
    }
    diag::Report report(context_.diagnostics, Severity::Warning, "unknown-tag", tag.key.span,
                        fmt::format("the tag `{}` is not known and has no effect", tag.key.text));
    if (const auto near = support::nearest(tag.key.text, keys)) {
      report.fix(fmt::format("did you mean `{}`?", *near), {{tag.key.span, *near}});
    }
    return nullptr;
  }

  void warn_misplaced(const TagExpr& tag, const KnownTag& known) {
    const std::string owner = known.place == Place::Input  ? "an input"
                              : known.place == Place::File ? "the whole specification"
                                                           : "a stream";
    diag::Report report(
        context_.diagnostics, Severity::Warning, "unknown-tag", tag.key.span,
        fmt::format("the tag `{}` belongs to {} and has no effect here", tag.key.text, owner));
    if (known.place == Place::File) {
      report.help(fmt::format("write `#![{}=\"{}\"]` at the top", known.key, known.example));
    }
  }

  /// The time is in one column.
  void check_time(const syntax::InputDecl& input) {
    const TagExpr* time = find(input.tags, "time");
    if (time == nullptr) {
      return;
    }
    if (time_ != nullptr) {
      diag::error(context_.diagnostics, "contradictory-tags", time->span,
                  "two inputs are said to hold the time")
          .label(time_->span, "the first one");
    }
    time_ = time;
  }

  void check_all(const std::vector<TagExpr>& tags, Place here) {
    std::map<std::string_view, const TagExpr*> seen;
    const TagExpr* verbosity = nullptr;
    for (const TagExpr& tag : tags) {
      const auto [place, fresh] = seen.try_emplace(tag.key.text, &tag);
      if (!fresh) {
        diag::error(context_.diagnostics, "duplicate-tag", tag.span,
                    fmt::format("the tag `{}` is given twice", tag.key.text))
            .label(place->second->span, "first given here");
        continue;
      }
      if (const KnownTag* known = check_known(tag, here)) {
        check_value(tag, *known);
      }
      if (!sets_verbosity(tag.key.text)) {
        continue;
      }
      if (verbosity != nullptr) {
        diag::error(context_.diagnostics, "contradictory-tags", tag.span,
                    fmt::format("`{}` and `{}` both say when this is shown", verbosity->key.text,
                                tag.key.text))
            .label(verbosity->span, "the first one");
      }
      verbosity = &tag;
    }
  }

  void check_value(const TagExpr& tag, const KnownTag& known) {
    const auto refuse = [&](std::string message) {
      return diag::error(context_.diagnostics, "tag-value",
                         tag.value && !tag.value_span.empty() ? tag.value_span : tag.span,
                         std::move(message));
    };
    if (known.value == ValueRule::None && tag.value) {
      refuse(fmt::format("the tag `{}` takes no value", known.key))
          .fix("leave it out", {{{tag.key.span.end, tag.value_span.end, tag.span.file}, ""}});
      return;
    }
    if (known.value == ValueRule::Needed && !tag.value) {
      refuse(fmt::format("the tag `{}` needs a value", known.key))
          .fix("give it one",
               {insert_at(tag.key.span.end, tag.span.file, fmt::format("=\"{}\"", known.example))});
      return;
    }
    if (!tag.value) {
      return;
    }
    if (known.key == "threshold" && !numbers(*tag.value)) {
      refuse(fmt::format("a threshold is a number, or several separated by commas, and `{}` is not",
                         *tag.value));
    } else if (known.key == "start_time" && !support::parse_rfc3339(*tag.value)) {
      refuse(
          fmt::format("a start is a date, or a date and time such as 2024-01-31T12:00:00Z, and "
                      "`{}` is not",
                      *tag.value));
    } else if (known.key == "input_delay" && !numbers(*tag.value)) {
      refuse(fmt::format("a delay is a number of milliseconds, and `{}` is not", *tag.value));
    } else if (known.key == "column" && tag.value->empty()) {
      refuse("a column needs a name");
    } else if (known.key == "range" && !evidence::parse_range(*tag.value)) {
      refuse(fmt::format("a range is two numbers, the smaller first, and `{}` is not", *tag.value))
          .fix("from 0 to 1", {{tag.value_span, "\"0,1\""}});
    } else if (known.key == "band" && !evidence::parse_level(*tag.value)) {
      refuse(fmt::format("a level lies between 0 and 1, and `{}` does not", *tag.value))
          .fix("wrong once in twenty times at most", {{tag.value_span, "\"0.95\""}});
    } else if (known.key == "plot" && tag.value->empty()) {
      refuse("a panel needs a name")
          .fix("use the stream's own panel",
               {{{tag.key.span.end, tag.value_span.end, tag.span.file}, ""}});
    } else if (known.key == "verbosity" &&
               std::find(kLevels.begin(), kLevels.end(), *tag.value) == kLevels.end()) {
      diag::Report report = refuse(fmt::format("there is no verbosity `{}`", *tag.value));
      report.note("known are violations, warnings, public, outputs and streams");
      const auto near = support::nearest(*tag.value, kLevels);
      report.fix("use a known one",
                 {{tag.value_span, fmt::format("\"{}\"", near.value_or("public"))}});
    }
  }

  static const TagExpr* find(const std::vector<TagExpr>& tags, std::string_view key) {
    for (const TagExpr& tag : tags) {
      if (tag.key.text == key) {
        return &tag;
      }
    }
    return nullptr;
  }

  void check_plot(const std::vector<TagExpr>& tags, const Type& type, const std::string& name,
                  bool trigger) {
    const TagExpr* plot = find(tags, "plot");
    if (plot == nullptr || trigger) {
      return;
    }
    panels_.insert(plot->value.value_or(name));
    const bool drawable = !type.known() || type.is_numeric() || type.is(TypeKind::Bool) ||
                          type.is(TypeKind::Duration);
    if (!drawable) {
      diag::error(
          context_.diagnostics, "plot-type", plot->span,
          fmt::format("`{}` is {}, and only numbers can be plotted", name, type.to_string()))
          .help("plot a stream of numbers computed from it, such as a count per value");
    }
  }

  void check_panels() {
    const std::vector<std::string> known(panels_.begin(), panels_.end());
    for (const syntax::OutputDecl& output : context_.ast.outputs) {
      const TagExpr* plot = find(output.tags, "plot");
      if (!output.trigger || plot == nullptr || !plot->value || panels_.contains(*plot->value)) {
        continue;
      }
      diag::Report report(context_.diagnostics, Severity::Warning, "unknown-panel",
                          plot->value_span,
                          fmt::format("no stream is plotted in a panel `{}`", *plot->value));
      if (const auto near = support::nearest(*plot->value, known)) {
        report.fix(fmt::format("did you mean `{}`?", *near),
                   {{plot->value_span, fmt::format("\"{}\"", *near)}});
      }
    }
  }

  /// The number a literal or constant stands for.
  std::optional<double> constant(ExprId id) const {
    id = strip(context_.ast, id);
    const syntax::Expr& expr = context_.expr(id);
    if (expr.kind == syntax::ExprKind::Number) {
      return structure::real_value(expr.text);
    }
    const NameRef ref = context_.facts(id).ref;
    if (ref.kind == RefKind::Constant) {
      const Value& value = context_.analysis.constant_values.raw()[ref.index];
      if (const auto* real = std::get_if<double>(&value.content())) {
        return *real;
      }
    }
    return std::nullopt;
  }

  /// A trigger that compares a plotted stream with another number than its threshold.
  void check_thresholds(const syntax::OutputDecl& trigger) {
    if (!trigger.trigger) {
      return;
    }
    for (const syntax::EvalDecl& eval : trigger.evals) {
      if (!eval.when.valid()) {
        continue;
      }
      std::vector<ExprId> open = {eval.when};
      while (!open.empty()) {
        const ExprId id = strip(context_.ast, open.back());
        open.pop_back();
        const syntax::Expr& expr = context_.expr(id);
        if (expr.kind != syntax::ExprKind::Binary) {
          continue;
        }
        if (expr.op >= syntax::Op::Less && expr.op <= syntax::Op::GreaterEqual) {
          compare_threshold(expr);
        } else {
          open.insert(open.end(), expr.operands.begin(), expr.operands.end());
        }
      }
    }
  }

  void compare_threshold(const syntax::Expr& comparison) {
    for (std::size_t side = 0; side < 2; ++side) {
      const ConstructUse* use = context_.construct(strip(context_.ast, comparison.operands[side]));
      const ExprId limit = comparison.operands[1 - side];
      const auto value = constant(limit);
      if (use == nullptr || use->target.kind != RefKind::Output || !value) {
        continue;
      }
      const TagExpr* tag = find(context_.output(use->target.index).tags, "threshold");
      const auto drawn = tag != nullptr && tag->value ? numbers(*tag->value) : std::nullopt;
      if (!drawn || std::find(drawn->begin(), drawn->end(), *value) != drawn->end()) {
        continue;
      }
      diag::warning(
          context_.diagnostics, "threshold-differs", tag->value_span,
          fmt::format("the line is drawn at {}, but the trigger fires at {}", *tag->value, *value))
          .label(context_.expr(limit).span, "compared with this")
          .fix("draw it where the trigger fires",
               {{tag->value_span, fmt::format("\"{}\"", *value)}});
    }
  }

  Context& context_;
  std::set<std::string> panels_;
  const TagExpr* time_ = nullptr;
};

}  // namespace

void check(Context& context) { TagChecker(context).run(); }

}  // namespace fairmon::sema::tags
