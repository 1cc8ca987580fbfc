#include "templates/instantiate.hpp"

#include <algorithm>
#include <cctype>

#include "support/check.hpp"
#include "support/text.hpp"

namespace fairmon::templates {

namespace {

void append(Pieces& to, const Pieces& from) { to.insert(to.end(), from.begin(), from.end()); }

MetricArgument literal(std::string_view text) {
  return {{{Piece{std::string(text), std::nullopt}}}, text.find(' ') == std::string_view::npos};
}

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
}

/// Whether a name occurs as a whole word.
bool mentions(std::string_view text, std::string_view name) {
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !is_word_byte(text[at - 1])) &&
        (end == text.size() || !is_word_byte(text[end]))) {
      return true;
    }
  }
  return false;
}

/// Walks the body of one metric with its arguments in hand.
class Instance {
 public:
  explicit Instance(const MetricCall& call) : call_(call), arguments_(call.arguments) {
    apply_defaults();
  }

  Pieces run() {
    for (line_ = 0; line_ < body().size(); ++line_) {
      const std::string_view line = body()[line_];
      if (line.starts_with(kDirective)) {
        directive(support::trimmed(line.substr(kDirective.size())));
      } else if (active()) {
        const std::size_t begin = out_.size();
        substitute(line, out_);
        // An argument that was not given leaves a blank behind.
        while (out_.size() > begin && !out_.back().origin &&
               support::trimmed(out_.back().text).empty()) {
          out_.pop_back();
        }
        out_.push_back({"\n", std::nullopt});
      }
    }
    FAIRMON_CHECK(conditions_.empty(), "`//: if` without `//: end` in " + call_.metric->name);
    return std::move(out_);
  }

 private:
  [[nodiscard]] const std::vector<std::string>& body() const { return call_.metric->body; }
  [[nodiscard]] bool active() const {
    return std::all_of(conditions_.begin(), conditions_.end(), [](bool c) { return c; });
  }

  void apply_defaults() {
    for (const ConditionalDefault& rule : call_.metric->conditional_defaults) {
      if (holds(rule.condition) && !arguments_.contains(rule.parameter)) {
        arguments_[rule.parameter] = literal(rule.value);
      }
    }
    for (const MetricParameter* parameter : accepted_parameters(*call_.metric)) {
      const auto& value = parameter->default_value;
      const bool optional = parameter->kind != ParameterKind::Choice && value == "none";
      if (value && !optional && parameter->kind != ParameterKind::Pacing &&
          !arguments_.contains(parameter->name)) {
        arguments_[parameter->name] = literal(*value);
      }
    }
  }

  /// A parameter that was given, or the chosen word of a choice.
  [[nodiscard]] bool holds(std::string_view condition) const {
    for (const MetricParameter& parameter : call_.metric->parameters) {
      if (parameter.kind != ParameterKind::Choice) {
        continue;
      }
      const auto found = arguments_.find(parameter.name);
      const std::string chosen = found == arguments_.end() ? parameter.default_value.value_or("")
                                                           : text_of(found->second.parts.front());
      if (chosen == condition) {
        return true;
      }
    }
    if (condition == "compared") {
      return holds("difference") || holds("ratio");
    }
    if (condition == "extremes") {
      // Only where the comparison happens at events that bring a label.
      return !arguments_.contains("over") && !arguments_.contains("at");
    }
    if (condition == "labels") {
      return holds("text_labels") || holds("absent_labels");
    }
    if (condition == "text_labels") {
      return holds("skip") && !missing_parts().empty();
    }
    if (condition == "absent_labels") {
      return holds("skip") && !call_.label_inputs.empty() && !call_.trial_inputs.empty();
    }
    return call_.metric->find(condition) != nullptr && arguments_.contains(condition);
  }

  /// The parts of the key that may say that they are missing.
  [[nodiscard]] std::vector<Pieces> missing_parts() const {
    std::vector<Pieces> parts;
    for (std::size_t i = 0; i < key().may_be_missing.size(); ++i) {
      if (key().may_be_missing[i]) {
        parts.push_back(key().parts[i]);
      }
    }
    return parts;
  }

  void directive(std::string_view text) {
    if (text.starts_with("if ")) {
      conditions_.push_back(holds(support::trimmed(text.substr(3))));
    } else if (text == "else") {
      conditions_.back() = !conditions_.back();
    } else if (text == "end") {
      conditions_.pop_back();
    } else if (text.starts_with("use ")) {
      nested_use(support::trimmed(text.substr(4)));
    } else {
      FAIRMON_CHECK(false, "unknown directive in metric " + call_.metric->name);
    }
  }

  // `use group_rate as ${name}_tpr`, then one line per argument.
  void nested_use(std::string_view head) {
    const auto as = head.find(" as ");
    MetricCall nested;
    nested.metric = find_metric(head.substr(0, as));
    FAIRMON_CHECK(nested.metric != nullptr, "a metric uses an unknown one");
    Pieces name;
    substitute(support::trimmed(head.substr(as + 4)), name);
    nested.name = text_of(name);
    nested.inferred_pacing = call_.inferred_pacing;
    nested.trial_inputs = call_.trial_inputs;
    nested.label_inputs = call_.label_inputs;
    while (line_ + 1 < body().size() && body()[line_ + 1].starts_with(kContinuation)) {
      nested_argument(
          nested, support::trimmed(std::string_view(body()[++line_]).substr(kContinuation.size())));
    }
    // What the user gave beyond this metric's own parameters is meant for the one it builds on.
    for (const MetricParameter* parameter : accepted_parameters(*nested.metric)) {
      const auto given = call_.arguments.find(parameter->name);
      const bool mandatory = !parameter->default_value.has_value();
      const bool own = nested.arguments.contains(parameter->name) &&
                       call_.metric->find(parameter->name) != nullptr;
      if (given == call_.arguments.end() || mandatory || own) {
        continue;
      }
      const auto set = nested.arguments.find(parameter->name);
      if (parameter->name == "given" && set != nested.arguments.end()) {
        narrow(set->second, given->second);
      } else {
        nested.arguments[parameter->name] = given->second;
      }
    }
    if (active()) {
      append(out_, instantiate(nested));
    }
  }

  /// A condition of the user narrows the one that makes the metric what it is.
  static void narrow(MetricArgument& condition, const MetricArgument& further) {
    Pieces both = {{"(", std::nullopt}};
    append(both, condition.parts.front());
    both.push_back({") && (", std::nullopt});
    append(both, further.parts.front());
    both.push_back({")", std::nullopt});
    condition.parts.front() = std::move(both);
    condition.atomic = false;
  }

  // `group = ${group}, ${stratum}`: a key of several components, or one expression.
  void nested_argument(MetricCall& nested, std::string_view text) {
    const auto equals = text.find(" = ");
    const std::string name(text.substr(0, equals));
    std::string_view value = text.substr(equals + 3);
    // An optional parameter that is handed on but was not given stays not given.
    if (value.starts_with("${") && value.find('}') == value.size() - 1 &&
        !arguments_.contains(value.substr(2, value.size() - 3)) &&
        call_.metric->find(value.substr(2, value.size() - 3)) != nullptr) {
      return;
    }
    const MetricParameter* parameter = nested.metric->find(name);
    FAIRMON_CHECK(parameter != nullptr, "a metric hands on an unknown parameter: " + name);
    MetricArgument argument;
    if (parameter->kind == ParameterKind::Key) {
      key_parts(value, argument);
    } else {
      argument.parts.emplace_back();
      substitute(value, argument.parts.back());
      argument.atomic = value.find(' ') == std::string_view::npos && value.front() != '!';
    }
    nested.arguments[name] = std::move(argument);
  }

  void key_parts(std::string_view value, MetricArgument& argument) {
    while (!value.empty()) {
      const auto comma = value.find(", ");
      const std::string_view part = value.substr(0, comma);
      const auto found = arguments_.find(part.substr(2, part.size() - 3));
      FAIRMON_CHECK(found != arguments_.end(), "a metric builds a key of unknown parts");
      const auto& flags = found->second.may_be_missing;
      argument.may_be_missing.insert(argument.may_be_missing.end(), flags.begin(), flags.end());
      for (Pieces pieces : found->second.parts) {
        if (!found->second.atomic) {
          pieces.insert(pieces.begin(), Piece{"(", std::nullopt});
          pieces.push_back({")", std::nullopt});
        }
        argument.parts.push_back(std::move(pieces));
      }
      value = comma == std::string_view::npos ? std::string_view() : value.substr(comma + 2);
    }
  }

  void substitute(std::string_view text, Pieces& out) {
    while (!text.empty()) {
      const auto start = text.find("${");
      out.push_back({std::string(text.substr(0, start)), std::nullopt});
      if (start == std::string_view::npos) {
        return;
      }
      const auto end = text.find('}', start);
      placeholder(text.substr(start + 2, end - start - 2), out);
      text.remove_prefix(end + 1);
    }
  }

  void placeholder(std::string_view name, Pieces& out) {
    if (name == "name") {
      out.push_back({call_.name, std::nullopt});
    } else if (name == "keys") {
      out.push_back({key_names(), std::nullopt});
    } else if (name == "match") {
      match(out);
    } else if (name == "and_given") {
      if (arguments_.contains("given")) {
        out.push_back({"&& ", std::nullopt});
        value_of("given", out);
      }
    } else if (name == "min_support_or_one") {
      if (arguments_.contains("min_support")) {
        value_of("min_support", out);
      } else {
        out.push_back({"1", std::nullopt});
      }
    } else if (name == "pacing") {
      pacing(out);
    } else if (name == "present") {
      // Over a window, a group without enough trials in it keeps an old value: leave it out.
      out.push_back({arguments_.contains("over") ? "fresh" : "all", std::nullopt});
    } else if (name == "parts") {
      join(key().parts, ", ", out);
    } else if (name == "when_labelled") {
      if (holds("text_labels")) {
        out.push_back({"when ", std::nullopt});
        join(calls("!is_missing(", missing_parts()), " && ", out);
        out.push_back({" ", std::nullopt});
      }
    } else if (name == "unlabelled") {
      out.push_back({"(", std::nullopt});
      join(calls("is_missing(", missing_parts()), " || ", out);
      out.push_back({")", std::nullopt});
    } else if (name == "no_label" || name == "trial_inputs") {
      out.push_back({name == "no_label" ? no_label() : call_.trial_inputs, std::nullopt});
    } else if (name == "label_pacing") {
      const std::string& inputs = call_.inferred_pacing;
      out.push_back({inputs.empty() ? std::string() : "@(" + inputs + ") ", std::nullopt});
    } else if (name == "violated" && arguments_.contains("level")) {
      out.push_back({call_.name + "_certain", std::nullopt});
    } else if (name == "violated" || name == "exceeded") {
      out.push_back({holds("ratio") ? call_.name + "_ratio < " : call_.name + "_gap > ", {}});
      value_of("threshold", out);
    } else if (name == "surely") {
      out.push_back({arguments_.contains("level") ? "certainly " : "", std::nullopt});
    } else if (name == "statement_options") {
      statement_options(out);
    } else if (name == "label_pattern") {
      out.push_back({label_pattern(), std::nullopt});
    } else if (name == "extreme_values") {
      out.push_back(
          {extreme_values("lowest", "min") + ",\n      " + extreme_values("highest", "max"),
           std::nullopt});
    } else if (name.starts_with("local ")) {
      out.push_back({local_name(std::string(name.substr(6))), std::nullopt});
    } else {
      value_of(name, out);
    }
  }

  /// What a statement with a level is told besides: how many groups, and which stretches.
  void statement_options(Pieces& out) {
    if (arguments_.contains("groups")) {
      out.push_back({", groups: ", std::nullopt});
      value_of("groups", out);
    }
    if (holds("recent")) {
      out.push_back({", recent: true", std::nullopt});
    }
  }

  static void join(const std::vector<Pieces>& parts, std::string_view between, Pieces& out) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      out.push_back({std::string(i == 0 ? "" : between), std::nullopt});
      append(out, parts[i]);
    }
  }

  static std::vector<Pieces> calls(const std::string& head, std::vector<Pieces> arguments) {
    for (Pieces& argument : arguments) {
      argument.insert(argument.begin(), Piece{head, std::nullopt});
      argument.push_back({")", std::nullopt});
    }
    return arguments;
  }

  [[nodiscard]] std::string no_label() const {
    std::string text;
    for (const std::string& input : call_.label_inputs) {
      text += (text.empty() ? "(!" : " || !") + input + ".is_fresh()";
    }
    return text + ')';
  }

  /// How a group is called in a message: `women`, `(women, north)`.
  [[nodiscard]] std::string label_pattern() const {
    std::string text;
    for (std::size_t i = 0; i < key().parts.size(); ++i) {
      text += i == 0 ? "{{group}}" : ", {{group}}";
    }
    return key().parts.size() == 1 ? text : '(' + text + ')';
  }

  /// Label, value and number of trials of the group at one end, as arguments of `format`.
  [[nodiscard]] std::string extreme_values(const std::string& end,
                                           const std::string& using_) const {
    const bool stream = holds("extremes");
    const std::string whole = stream ? call_.name + '_' + end
                                     : call_.name + "_case.aggregate(over_instances: " +
                                           (arguments_.contains("over") ? "fresh" : "all") +
                                           ", using: " + using_ + ')';
    std::string text;
    for (std::size_t i = 0; i < key().parts.size(); ++i) {
      text += whole + '.' + std::to_string(i + 2) + ", ";
    }
    return text + "round(" + whole + ".0" + (stream ? "" : ".defaults(to: 0.0)") + ", 3), " +
           whole + ".1";
  }

  void pacing(Pieces& out) {
    if (arguments_.contains("over")) {
      out.push_back({"Global(", std::nullopt});
      value_of("every", out);
      out.push_back({")", std::nullopt});
    } else if (const auto at = arguments_.find("at"); at != arguments_.end()) {
      out.push_back({"(", std::nullopt});
      append(out, at->second.parts.front());
      out.push_back({")", std::nullopt});
    } else {
      out.push_back({'(' + call_.inferred_pacing + ')', std::nullopt});
    }
  }

  void value_of(std::string_view name, Pieces& out) {
    const auto found = arguments_.find(name);
    FAIRMON_CHECK(found != arguments_.end(), "a metric uses a parameter without value");
    const MetricArgument& argument = found->second;
    const bool wrap = argument.parts.size() > 1 || !argument.atomic;
    out.push_back({wrap ? "(" : "", std::nullopt});
    for (std::size_t i = 0; i < argument.parts.size(); ++i) {
      out.push_back({i == 0 ? "" : ", ", std::nullopt});
      append(out, argument.parts[i]);
    }
    out.push_back({wrap ? ")" : "", std::nullopt});
  }

  [[nodiscard]] const MetricArgument& key() const {
    const auto& parameters = call_.metric->parameters;
    const auto found = std::find_if(
        parameters.begin(), parameters.end(),
        [](const MetricParameter& parameter) { return parameter.kind == ParameterKind::Key; });
    FAIRMON_CHECK(found != parameters.end(), "a metric without key mentions ${keys}");
    return arguments_.find(found->name)->second;
  }

  [[nodiscard]] std::string key_name(std::size_t i) const {
    return local_name(key().parts.size() == 1 ? "g" : "g" + std::to_string(i + 1));
  }

  /// A parameter of a stream would hide a stream of the same name that an argument speaks of.
  [[nodiscard]] std::string local_name(std::string name) const {
    while (std::any_of(arguments_.begin(), arguments_.end(), [&](const auto& entry) {
      return std::any_of(entry.second.parts.begin(), entry.second.parts.end(),
                         [&](const Pieces& part) { return mentions(text_of(part), name); });
    })) {
      name += '_';
    }
    return name;
  }

  [[nodiscard]] std::string key_names() const {
    std::string names;
    for (std::size_t i = 0; i < key().parts.size(); ++i) {
      names += (i == 0 ? "" : ", ") + key_name(i);
    }
    return names;
  }

  // `race == g1 && sex == g2`
  void match(Pieces& out) const {
    for (std::size_t i = 0; i < key().parts.size(); ++i) {
      out.push_back({i == 0 ? "" : " && ", std::nullopt});
      append(out, key().parts[i]);
      out.push_back({" == " + key_name(i), std::nullopt});
    }
  }

  const MetricCall& call_;
  std::map<std::string, MetricArgument, std::less<>> arguments_;
  std::vector<bool> conditions_;
  std::size_t line_ = 0;
  Pieces out_;
};

}  // namespace

Pieces instantiate(const MetricCall& call) { return Instance(call).run(); }

std::string text_of(const Pieces& pieces) {
  std::string text;
  for (const Piece& piece : pieces) {
    text += piece.text;
  }
  return text;
}

}  // namespace fairmon::templates
