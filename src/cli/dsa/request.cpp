#include "cli/dsa/request.hpp"

#include "cli/spec_file.hpp"
#include "dsa/schema.hpp"
#include "plugins/inputs/dsa/settings.hpp"

namespace fairmon::cli {

Result<Spec> dsa_specification(const Arguments& arguments) {
  if (!arguments.has("SPEC")) {
    return Error(ErrorCode::Usage,
                 "name the specification: fairmon dsa " + arguments.text("ACTION") + " SPEC");
  }
  auto source = load_specification(arguments.text("SPEC"));
  if (!source) {
    return std::move(source).error();
  }
  return compile_and_report(*source, "snippet", false);
}

std::vector<std::string> dsa_fields_read(const Spec& spec) {
  std::vector<std::string> names;
  for (const InputSchema::Input& input : spec.input_schema().inputs) {
    if (input.needed && dsa::find_field(input.name) != nullptr) {
      names.push_back(input.name);
    }
  }
  return names;
}

Result<dsa::PagerSettings> dsa_request(const Arguments& arguments, const Spec* spec) {
  std::multimap<std::string, std::string> given;
  for (const OptionInfo& option : plugins::inputs::dsa_options()) {
    if (arguments.has(option.name)) {
      for (const std::string& value : arguments.all(option.name)) {
        given.emplace(option.name, value);
      }
    }
  }
  auto options = OptionValues::check(plugins::inputs::dsa_options(), given);
  if (!options) {
    return std::move(options).error();
  }
  auto settings = plugins::inputs::dsa_settings(*options);
  if (settings && spec != nullptr) {
    settings->query.source_fields = dsa_fields_read(*spec);
    settings->query.derived = derive_filter(*spec).condition;
  }
  return settings;
}

}  // namespace fairmon::cli
