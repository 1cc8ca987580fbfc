#include <algorithm>

#include "capi/session/frame_decoder.hpp"
#include "support/nearest.hpp"
#include "support/text.hpp"

namespace fairmon::capi {

namespace {

std::string list_columns(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i) {
    text += (i == 0 ? "`" : ", `") + names[i] + "`";
  }
  return names.empty() ? "none" : text + (names.size() > kMost ? ", …" : "");
}

Failure no_column(const std::string& input, const std::string& wanted,
                  const std::vector<std::string>& names) {
  std::string message = "the data have no column `" + wanted + "` for the input `" + input + "`";
  const auto near = support::nearest(wanted, names);
  const std::string other = near.value_or("COLUMN");
  message += near ? "; did you mean `" + *near + "`? Say" : "; name another one with";
  message += " columns={\"" + input + "\": \"" + other + "\"}";
  Failure failure = bad_input(message + "; the columns are " + list_columns(names));
  failure.stream = input;
  failure.column = wanted;
  return failure;
}

Outcome<std::size_t> find_time(const std::vector<std::string>& names,
                               const SessionOptions& options) {
  if (!options.time.empty()) {
    const auto found = std::find(names.begin(), names.end(), options.time);
    if (found != names.end()) {
      return static_cast<std::size_t>(found - names.begin());
    }
    const auto near = support::nearest(options.time, names);
    Failure failure = bad_input("the data have no column `" + options.time + "` for the time" +
                                (near ? "; did you mean `" + *near + "`?" : "") +
                                "; the columns are " + list_columns(names));
    failure.column = options.time;
    return failure;
  }
  const auto found = std::find_if(names.begin(), names.end(), [](const std::string& name) {
    return support::equal_ignoring_case(name, "time") || support::equal_ignoring_case(name, "ts") ||
           support::equal_ignoring_case(name, "timestamp");
  });
  if (found != names.end()) {
    return static_cast<std::size_t>(found - names.begin());
  }
  return bad_input(
      "the data have no column called time, ts or timestamp; name the one that holds "
      "the time with time=\"COLUMN\", or say interval=SECONDS if events have no times; "
      "the columns are " +
      list_columns(names));
}

}  // namespace

Outcome<Binding> Binding::make(std::vector<std::string> names, const InputSchema& schema,
                               const SessionOptions& options) {
  Binding binding;
  for (const InputSchema::Input& input : schema.inputs) {
    const auto mapped = std::find_if(options.columns.begin(), options.columns.end(),
                                     [&](const auto& pair) { return pair.first == input.name; });
    const bool given = mapped != options.columns.end();
    const std::string& wanted =
        given ? mapped->second : (input.field.empty() ? input.name : input.field);
    const auto found = std::find(names.begin(), names.end(), wanted);
    if (found == names.end() && (input.needed || given)) {
      return no_column(input.name, wanted, names);
    }
    const bool read = found != names.end() && input.needed;
    binding.column_of_input.push_back(read ? static_cast<std::size_t>(found - names.begin())
                                           : kNone);
  }
  if (!options.interval) {
    auto time = find_time(names, options);
    if (!time) {
      return std::move(time).error();
    }
    binding.time = *time;
  }
  binding.names = std::move(names);
  return binding;
}

}  // namespace fairmon::capi
