#include <fairmon/c.h>
#include <fairmon/catalogue.hpp>
#include <fairmon/tooling.hpp>
#include <fairmon/version.hpp>
#include <nlohmann/json.hpp>

#include "capi/spec_object.hpp"
#include "intake/draft.hpp"

namespace fairmon::capi {

Handles<SpecObject>& specs() {
  static Handles<SpecObject> all(1, "specification");
  return all;
}

namespace {

Outcome<CompileOptions> compile_options(const char* json) {
  CompileOptions options;
  const auto given =
      json == nullptr ? nlohmann::json::object() : nlohmann::json::parse(json, nullptr, false);
  if (!given.is_object()) {
    return usage("the options are no JSON object");
  }
  for (const auto& [name, value] : given.items()) {
    if (name != "level") {
      return usage("there is no option `" + name + "`; did you mean `level`?");
    }
    const double level = value.is_number() ? value.get<double>() : 0.0;
    if (!value.is_null() && !(level > 0.0 && level < 1.0)) {
      return usage("the level lies between 0 and 1, such as 0.95");
    }
    options.level = value.is_null() ? std::nullopt : std::optional(level);
  }
  return options;
}

Outcome<void> compile_into(SourceFile source, const char* json, fairmon_spec* spec,
                           fairmon_bytes* diagnostics) {
  auto options = compile_options(json);
  if (!options) {
    return std::move(options).error();
  }
  Compiled compiled = compile_with_findings(source, *options);
  if (diagnostics != nullptr) {
    *diagnostics = copy_out(diagnostics_json(compiled.diagnostics));
  }
  if (!compiled.spec) {
    return Failure{FAIRMON_SPECIFICATION, render(compiled.diagnostics), {}, {}, -1};
  }
  if (spec != nullptr) {
    spec->number = specs().add(std::make_shared<SpecObject>(std::move(source), std::move(*options),
                                                            std::move(*compiled.spec)));
  }
  return {};
}

Outcome<std::string> report_of(SpecObject& object, std::string_view what) {
  if (what == "parts") {
    return describe_parts(object.spec(true), object.parts());
  }
  const Spec& spec = object.spec(false);
  if (what == "plan") {
    return plan_json(plan_shards(spec));
  }
  if (what == "plan-text") {
    return plan_text(plan_shards(spec));
  }
  if (what == "analysis") {
    return analysis_json(analyze(spec));
  }
  if (what == "graph-svg") {
    return dependency_graph_svg(spec);
  }
  if (what == "graph-dot") {
    return dependency_graph_dot(spec);
  }
  return usage("there is no report `" + std::string(what) +
               "`; say analysis, plan, plan-text, parts, graph-svg or graph-dot");
}

Outcome<std::string> tool_result(std::string_view what, const SourceFile& source) {
  if (what == "tokens") {
    return tokens_json(source);
  }
  if (what != "format" && what != "expand") {
    return usage("there is no tool `" + std::string(what) + "`; say format, expand or tokens");
  }
  auto text = what == "format" ? format_specification(source) : expand_specification(source);
  if (!text) {
    return Failure{
        FAIRMON_SPECIFICATION, "the text has errors; compile it to see them", {}, {}, -1};
  }
  return std::move(*text);
}

std::vector<std::string> texts_of(const nlohmann::json& given, const char* name) {
  std::vector<std::string> texts;
  for (const auto& text : given.value(name, nlohmann::json::array())) {
    texts.push_back(text.is_string() ? text.get<std::string>() : text.dump());
  }
  return texts;
}

Outcome<std::string> first_specification_of(std::string_view csv, const char* json) {
  const auto given =
      json == nullptr ? nlohmann::json::object() : nlohmann::json::parse(json, nullptr, false);
  if (!given.is_object()) {
    return usage("the options are no JSON object");
  }
  const intake::Sample sample = intake::study_text(csv, given.value("complete", true));
  intake::RoleWishes wishes;
  wishes.groups = texts_of(given, "groups");
  wishes.decision = given.value("decision", std::string());
  wishes.outcome = given.value("outcome", std::string());
  const auto roles = intake::assign_roles(sample, wishes);
  if (!roles) {
    return failure_of(roles.error());
  }
  return intake::first_specification(sample, *roles, given.value("name", std::string("data.csv")))
      .text;
}

std::string_view viewed(const char* text, size_t size) {
  return text == nullptr ? std::string_view() : std::string_view(text, size);
}

}  // namespace

}  // namespace fairmon::capi

namespace capi = fairmon::capi;

const char* fairmon_version(void) { return fairmon::version().data(); }

uint32_t fairmon_c_version(void) { return FAIRMON_C_VERSION; }

fairmon_status fairmon_compile(const char* text, size_t size, const char* name, const char* options,
                               fairmon_spec* spec, fairmon_bytes* diagnostics) {
  return capi::perform([&]() -> capi::Outcome<void> {
    if (spec != nullptr) {
      *spec = {0};
    }
    if (diagnostics != nullptr) {
      *diagnostics = {nullptr, 0};
    }
    const std::string label(name == nullptr ? "specification" : name);
    return capi::compile_into(fairmon::SourceFile(label, std::string(capi::viewed(text, size))),
                              options, spec, diagnostics);
  });
}

fairmon_status fairmon_spec_free(fairmon_spec spec) {
  return capi::perform([&] { return capi::specs().remove(spec.number); });
}

fairmon_status fairmon_spec_describe(fairmon_spec spec, fairmon_bytes* json) {
  return capi::hand_out(json, [&]() -> capi::Outcome<std::string> {
    auto found = capi::specs().find(spec.number);
    return found ? capi::Outcome<std::string>(capi::describe((*found)->spec(true)))
                 : std::move(found).error();
  });
}

fairmon_status fairmon_spec_report(fairmon_spec spec, const char* what, fairmon_bytes* report) {
  return capi::hand_out(report, [&]() -> capi::Outcome<std::string> {
    auto found = capi::specs().find(spec.number);
    return found ? capi::report_of(**found, capi::text_of(what)) : std::move(found).error();
  });
}

fairmon_status fairmon_text_tool(const char* what, const char* text, size_t size,
                                 fairmon_bytes* result) {
  return capi::hand_out(result, [&] {
    return capi::tool_result(
        capi::text_of(what),
        fairmon::SourceFile("specification", std::string(capi::viewed(text, size))));
  });
}

fairmon_status fairmon_catalogue(fairmon_bytes* json) {
  return capi::hand_out(json,
                        []() -> capi::Outcome<std::string> { return fairmon::catalogue_json(); });
}

fairmon_status fairmon_first_specification(const char* csv, size_t size, const char* options,
                                           fairmon_bytes* text) {
  return capi::hand_out(
      text, [&] { return capi::first_specification_of(capi::viewed(csv, size), options); });
}
