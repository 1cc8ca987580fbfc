#include "capi/session/options.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/nearest.hpp"
#include "support/number.hpp"

namespace fairmon::capi {

namespace {

using Json = nlohmann::json;

/// One member of the options: its name and what it does. An empty error means it is fine.
struct Member {
  std::string_view name;
  std::string (*read)(const Json& value, const Spec& spec, SessionOptions& options);
};

std::string read_time(const Json& value, const Spec&, SessionOptions& options) {
  options.time = value.is_string() ? value.get<std::string>() : "";
  return value.is_string() ? "" : "needs the name of a column";
}

std::string read_format(const Json& value, const Spec&, SessionOptions& options) {
  const std::string name = value.is_string() ? value.get<std::string>() : "";
  const auto format = time_format_from_name(name);
  options.time_format = format.value_or(TimeFormat::Auto);
  return format ? "" : "names the format `" + name + "`, which there is not";
}

std::string read_interval(const Json& value, const Spec&, SessionOptions& options) {
  const double seconds = value.is_number() ? value.get<double>() : -1.0;
  if (!(seconds >= 0.0) || seconds > 1e9) {
    return "needs a number of seconds from 0 on";
  }
  options.interval =
      Duration::nanoseconds(static_cast<std::int64_t>(std::nearbyint(seconds * 1e9)));
  return "";
}

std::string read_start(const Json& value, const Spec&, SessionOptions& options) {
  if (!value.is_number_integer()) {
    return "needs whole nanoseconds since 1970";
  }
  options.start = Timestamp{value.get<std::int64_t>()};
  return "";
}

std::string read_flag(const Json& value, bool& flag) {
  flag = value.is_boolean() && value.get<bool>();
  return value.is_boolean() ? "" : "needs true or false";
}

std::string read_midnight(const Json& value, const Spec&, SessionOptions& options) {
  return read_flag(value, options.start_at_midnight);
}

std::string read_findings(const Json& value, const Spec&, SessionOptions& options) {
  return read_flag(value, options.findings);
}

std::string near_text(std::string_view word, const std::vector<std::string>& names) {
  const auto near = support::nearest(word, names);
  return near ? "; did you mean `" + *near + "`?" : "";
}

std::string read_columns(const Json& value, const Spec& spec, SessionOptions& options) {
  std::vector<std::string> inputs;
  for (const InputSchema::Input& input : spec.input_schema().inputs) {
    inputs.push_back(input.name);
  }
  if (!value.is_object()) {
    return "needs the inputs with their columns";
  }
  for (const auto& [input, column] : value.items()) {
    if (std::find(inputs.begin(), inputs.end(), input) == inputs.end()) {
      return "names `" + input + "`, which is no input of the specification" +
             near_text(input, inputs);
    }
    if (!column.is_string()) {
      return "needs the name of a column for `" + input + "`";
    }
    options.columns.emplace_back(input, column.get<std::string>());
  }
  return "";
}

std::string keep_named(const Json& names, const Spec& spec, SessionOptions& options) {
  std::vector<std::string> known;
  for (const StreamInfo& stream : spec.streams()) {
    known.push_back(stream.name);
  }
  for (const Json& name : names) {
    const std::string text = name.is_string() ? name.get<std::string>() : name.dump();
    const auto stream = spec.find_stream(text);
    if (!stream) {
      return "names `" + text + "`, which is no stream" + near_text(text, known);
    }
    options.kept[*stream] = true;
  }
  return "";
}

std::string read_keep(const Json& value, const Spec& spec, SessionOptions& options) {
  options.kept.assign(spec.streams().size(), false);
  if (value.is_array()) {
    return keep_named(value, spec, options);
  }
  const std::string word = value.is_string() ? value.get<std::string>() : "";
  if (word == "triggers") {
    return "";
  }
  if (word != "outputs" && word != "public") {
    return "needs outputs, public, triggers or a list of streams";
  }
  for (std::size_t i = 0; i < options.kept.size(); ++i) {
    const StreamInfo& stream = spec.streams()[i];
    const bool wanted = word == "outputs" || stream.verbosity <= Verbosity::Public;
    options.kept[i] = wanted && stream.kind == StreamKind::Output;
  }
  return "";
}

std::string read_error_policy(const Json& value, const Spec&, SessionOptions& options) {
  options.report_errors = value == "report";
  return value == "report" || value == "stop" ? "" : "needs stop or report";
}

std::string read_engine(const Json& value, const Spec&, SessionOptions& options) {
  options.engine = value == "reference" ? EngineKind::Reference : EngineKind::Fast;
  return value == "reference" || value == "fast" ? "" : "needs fast or reference";
}

/// Whoever makes the monitor finds the part; see wanted_part.
std::string read_part(const Json& value, const Spec&, SessionOptions&) {
  return value.is_number_unsigned() ? "" : "needs the number of a part";
}

constexpr std::array kMembers = {
    Member{"time", read_time},         Member{"time_format", read_format},
    Member{"interval", read_interval}, Member{"start_ns", read_start},
    Member{"columns", read_columns},   Member{"start_at_midnight", read_midnight},
    Member{"keep", read_keep},         Member{"on_error", read_error_policy},
    Member{"engine", read_engine},     Member{"findings", read_findings},
    Member{"part", read_part},
};

/// What the specification says where the caller says nothing.
std::string apply_tags(const InputSchema::Reading& reading, SessionOptions& options) {
  if (!options.start) {
    options.start = reading.start_time;
  }
  if (options.interval || !options.time.empty()) {
    return "";
  }
  options.time = reading.time_field;
  if (!options.time.empty() && options.time_format == TimeFormat::Auto) {
    options.time_format = time_format_from_name(reading.time_format).value_or(TimeFormat::Auto);
  }
  if (options.time.empty() && !reading.interval_ms.empty()) {
    const auto milliseconds = support::parse_number<double>(reading.interval_ms);
    if (!milliseconds || !(*milliseconds >= 0.0)) {
      return "the tag `input_delay` needs a number of milliseconds from 0 on";
    }
    options.interval = Duration::nanoseconds(static_cast<std::int64_t>(*milliseconds * 1e6));
  }
  return "";
}

Failure unknown_option(const std::string& name) {
  std::vector<std::string> names;
  for (const Member& member : kMembers) {
    names.emplace_back(member.name);
  }
  return usage("there is no option `" + name + "`" + near_text(name, names));
}

}  // namespace

Outcome<SessionOptions> SessionOptions::parse(std::string_view json, const Spec& spec) {
  SessionOptions options;
  static_cast<void>(read_keep("outputs", spec, options));
  const Json given = json.empty() ? Json::object() : Json::parse(json, nullptr, false);
  if (!given.is_object()) {
    return usage("the options are no JSON object");
  }
  for (const auto& [name, value] : given.items()) {
    const auto* const member = std::find_if(kMembers.begin(), kMembers.end(),
                                            [&](const Member& m) { return m.name == name; });
    if (member == kMembers.end()) {
      return unknown_option(name);
    }
    if (const std::string problem = member->read(value, spec, options); !problem.empty()) {
      return usage("the option `" + name + "` " + problem);
    }
  }
  // What tells of a stream is kept with it; that of a trigger speaks when its state changes.
  for (std::size_t i = 0; i < options.kept.size(); ++i) {
    const StreamInfo& stream = spec.streams()[i];
    if (stream.tells != StreamInfo::Tells::Nothing) {
      const bool of_trigger = spec.streams()[stream.tells_of].kind == StreamKind::Trigger;
      options.kept[i] = of_trigger || options.kept[stream.tells_of];
    }
  }
  if (std::string problem = apply_tags(spec.input_schema().reading, options); !problem.empty()) {
    return Failure{FAIRMON_SPECIFICATION, std::move(problem), {}, {}, -1};
  }
  return options;
}

bool wants_findings(std::string_view json) {
  const Json given = json.empty() ? Json::object() : Json::parse(json, nullptr, false);
  return !given.is_object() || given.value("findings", Json(true)) != Json(false);
}

std::optional<std::int64_t> wanted_part(std::string_view json) {
  const Json given = json.empty() ? Json::object() : Json::parse(json, nullptr, false);
  if (!given.is_object() || !given.contains("part") || !given["part"].is_number_unsigned()) {
    return std::nullopt;
  }
  return given["part"].get<std::int64_t>();
}

}  // namespace fairmon::capi
