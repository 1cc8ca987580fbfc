#include "cli/report/fill_template.hpp"

#include <fairmon/readings.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/monitor/endpoints.hpp"
#include "cli/monitor/run_options.hpp"
#include "cli/spec_file.hpp"
#include "report/audits/audits.hpp"
#include "report/template.hpp"

namespace fairmon::cli {

namespace {

Result<std::string> text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    return Error(ErrorCode::NotFound, "cannot read `" + file + "`");
  }
  return std::string(std::istreambuf_iterator<char>(in), {});
}

/// The text asked for, or the one beside the specification.
Result<void> add_text(const Arguments& arguments, report::Surroundings& around) {
  if (arguments.has("text")) {
    auto text = text_of(arguments.text("text"));
    if (!text) {
      return std::move(text).error();
    }
    report::read_text(*text, around);
    return {};
  }
  const std::string spec = arguments.text("SPEC");
  const report::Audit* audit = report::find_audit(spec);
  if (audit != nullptr && !std::filesystem::is_regular_file(spec)) {
    report::read_text(audit->text, around);
    return {};
  }
  std::filesystem::path beside = spec;
  beside.replace_extension(".md");
  const auto text = text_of(beside.string());
  if (text && text->starts_with(report::kTextMark)) {
    report::read_text(*text, around);
  }
  return {};
}

/// All values of one input, read without a monitor.
Result<std::vector<double>> values_of(const Arguments& arguments, const PluginRegistry& plugins,
                                      const Spec& spec, std::uint32_t input) {
  for (const std::string& file : arguments.all("DATA")) {
    if (file == "-") {
      return Error(ErrorCode::Usage,
                   "the median of the whole data is needed first, so they are read twice; put "
                   "standard input into a file and name it");
    }
  }
  auto options = run_options(arguments);
  auto ends = make_source_end(arguments, plugins);
  if (!options || !ends) {
    return options ? std::move(ends).error() : std::move(options).error();
  }
  SourceContext context;
  context.schema = spec.input_schema();
  context.symbols = std::make_shared<SymbolTable>();
  context.on_bad_record = options->on_bad_record;
  context.on_late = options->on_late;
  context.late_wait = options->late_wait;
  context.start_time = options->start_time;
  context.start_at_midnight = options->start_at_midnight;
  context.report = [](const RecordError&) {};
  context.warn = [](const std::string&) {};
  context.waiting = [](const std::string&) {};
  if (auto opened = ends->source->open(context); !opened) {
    return std::move(opened).error();
  }
  std::vector<double> values;
  EventBatch batch(spec.num_inputs(), options->batch_rows);
  for (ReadStatus status = ReadStatus::More; status != ReadStatus::End;) {
    batch.clear();
    auto read = ends->source->read(batch);
    if (!read) {
      return std::move(read).error();
    }
    status = *read;
    const InputColumn& column = batch.column(input);
    for (std::size_t row = 0; row < batch.num_rows(); ++row) {
      if (column.has(row)) {
        values.push_back(height_of(spec.streams()[input].type, &column.cells[row]));
      }
    }
  }
  return values;
}

Result<std::string> with_median(const Arguments& arguments, const PluginRegistry& plugins,
                                const std::string& name, std::string text,
                                const report::Template::Median& median,
                                report::Surroundings& around) {
  const Compiled compiled = compile(SourceFile(name, text));
  if (!compiled.spec) {
    return text;  // the messages come when it is compiled for the run
  }
  const auto input = compiled.spec->find_stream(median.input);
  if (!input || *input >= compiled.spec->num_inputs()) {
    return Error(ErrorCode::Specification, "the specification asks for the median of `" +
                                               median.input + "`, which is no input");
  }
  auto values = values_of(arguments, plugins, *compiled.spec, *input);
  if (!values) {
    return std::move(values).error();
  }
  const std::size_t count = values->size();
  const auto value = report::median_of(std::move(*values));
  if (!value) {
    return Error(ErrorCode::Input, "there is no value of `" + median.input +
                                       "` in the data, so its median does not exist");
  }
  around.sources.push_back({"Median of " + median.input + " over all data",
                            fmt::format("{} ({} values)", *value, count)});
  return report::with_constant(text, median.constant, *value);
}

}  // namespace

Result<FilledTemplate> fill_template(const Arguments& arguments, const PluginRegistry& plugins) {
  auto source = load_specification(arguments.text("SPEC"));
  if (!source) {
    return std::move(source).error();
  }
  auto form = report::read_template(source->text());
  if (!form) {
    return std::move(form).error();
  }
  FilledTemplate filled;
  filled.around.small_share = form->small_share;
  std::vector<report::Relabel> labels;
  for (const std::string& word : arguments.all("label")) {
    auto label = report::parse_relabel(word);
    if (!label) {
      return std::move(label).error();
    }
    filled.around.sources.push_back(
        {"Label of " + label->input,
         "“" + label->from + "” is " + (label->to.empty() ? "unknown" : "“" + label->to + "”")});
    labels.push_back(std::move(*label));
  }
  auto text = report::with_labels(std::string(source->text()), *form, labels);
  if (text && form->median) {
    text = with_median(arguments, plugins, source->name(), *text, *form->median, filled.around);
  }
  if (!text) {
    return std::move(text).error();
  }
  if (auto added = add_text(arguments, filled.around); !added) {
    return std::move(added).error();
  }
  filled.source = SourceFile(source->name(), std::move(*text));
  return filled;
}

}  // namespace fairmon::cli
