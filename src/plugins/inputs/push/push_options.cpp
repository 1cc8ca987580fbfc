#include "plugins/inputs/push/push_options.hpp"

#include <algorithm>
#include <utility>

namespace fairmon::plugins::push {

std::span<const OptionInfo> push_options() {
  static const std::vector<OptionInfo> kTable = [] {
    std::vector<OptionInfo> table = common_input_options();
    std::erase_if(table, [](const OptionInfo& option) {
      return option.name == "follow" || option.name == "input-delay";
    });
    const auto add = [&](std::string name, OptionKind kind, std::string summary) -> OptionInfo& {
      OptionInfo option;
      option.name = std::move(name);
      option.kind = kind;
      option.summary = std::move(summary);
      option.group = "fields";
      table.push_back(std::move(option));
      return table.back();
    };
    add("arrival", OptionKind::Flag,
        "an event happens when it arrives; times inside of it are not looked at")
        .group = "time";
    add("allow-absent", OptionKind::Flag,
        "an event need not have a field for every input; one that is not there is missing");
    OptionInfo& id = add("id-field", OptionKind::Text,
                         "field that tells events apart: one with an id that is there already is "
                         "not taken again");
    id.placeholder = "FIELD";
    id.incidental = true;
    return table;
  }();
  return kTable;
}

Result<PushInput> read_push_options(const OptionValues& values) {
  auto common = read_common_options(values);
  if (!common) {
    return std::move(common).error();
  }
  PushInput input;
  input.common = std::move(*common);
  // `#` is an ordinary text here: JSON has its own way to leave a value out.
  std::erase(input.common.decode.missing, "#");
  input.arrival = values.flag("arrival");
  input.allow_absent = values.flag("allow-absent");
  input.id_field = values.text("id-field");
  if (input.arrival && !input.common.time_field.empty()) {
    return Error(ErrorCode::Usage, "time-column and arrival exclude each other");
  }
  return input;
}

Result<ObjectDecoder> bind_pushed(const SourceContext& context, const PushInput& input) {
  CommonInput common = input.common;
  if (auto told = apply_reading(context.schema.reading, common); !told) {
    return std::move(told).error();
  }
  const std::string usual = common.time_field.empty() ? "time" : common.time_field;
  return ObjectDecoder::bind(context, common, input.arrival ? std::string() : usual);
}

}  // namespace fairmon::plugins::push
