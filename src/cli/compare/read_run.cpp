#include "cli/compare/read_run.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "cli/ledger/untouched.hpp"

namespace fairmon::cli {

namespace {

using PlainJson = nlohmann::json;
using report::RunValue;
using report::RunValues;

std::string instance_text(const PlainJson& instance) {
  std::string text;
  for (const PlainJson& part : instance.is_array() ? instance : PlainJson::array()) {
    text += text.empty() ? "" : ", ";
    text += part.is_string() ? part.get<std::string>() : part.dump();
  }
  return text;
}

std::optional<std::uint64_t> count_in(const PlainJson& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned()
             ? std::optional(found->get<std::uint64_t>())
             : std::nullopt;
}

/// Values that are no numbers are not compared.
void take(RunValues& run, const std::string& stream, const PlainJson& reading) {
  const PlainJson value = reading.is_object() ? reading.value("value", PlainJson()) : PlainJson();
  if (!value.is_number()) {
    return;
  }
  const RunValues::Key key(stream, instance_text(reading.value("instance", PlainJson())));
  run.take(key, RunValue{value.get<double>(), count_in(reading, "n"), count_in(reading, "hits")});
}

Result<RunValues> from_document(const std::string& file, const PlainJson& document) {
  const auto values = document.find("values");
  const auto provenance = document.find("provenance");
  if (values == document.end() || !values->is_object() || provenance == document.end() ||
      !provenance->is_object()) {
    return Error(ErrorCode::Input, "`" + file +
                                       "` is neither a ledger nor the document of a run; make one "
                                       "with: fairmon monitor SPEC DATA -o json=" +
                                       file);
  }
  RunValues run;
  for (const auto& [stream, readings] : values->items()) {
    for (const PlainJson& reading : readings) {
      take(run, stream, reading);
    }
  }
  run.num_events = provenance->value("events", std::uint64_t{0});
  run.specification = provenance->value("digest", "");
  return run;
}

/// Later verdicts replace earlier ones, so those that were judged again do, too.
Result<RunValues> from_ledger(const std::string& file) {
  RunValues run;
  std::map<std::uint64_t, std::string> data;
  ledger::VerifyOptions options;
  options.visit = [&](const ledger::LedgerLine& line) {
    if (line.kind == "verdict") {
      take(run, line.body.value("stream", ""), line.body);
    } else if (line.kind == "open") {
      run.specification = line.body.value("specification", PlainJson::object()).value("digest", "");
    } else if (line.kind == "input") {
      run.num_events = line.body.value("events", std::uint64_t{0});
      for (const PlainJson& input : line.body.value("files", PlainJson::array())) {
        data[input.value("file", std::uint64_t{0})] = input.value("sha256", "");
      }
    } else if (line.kind == "close") {
      run.num_events = line.body.value("events", std::uint64_t{0});
    }
    return std::optional<std::string>();
  };
  if (auto found = read_untouched(file, options); !found) {
    return std::move(found).error();
  }
  for (const auto& [number, digest] : data) {
    run.data.push_back(digest);
  }
  return run;
}

}  // namespace

Result<report::RunValues> run_of_document(const std::string& name, std::string_view text) {
  return from_document(name, PlainJson::parse(text, nullptr, false));
}

Result<report::RunValues> read_run(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    return Error(ErrorCode::NotFound, "there is no file `" + file + "`, or it cannot be read");
  }
  std::string first;
  std::getline(in, first);
  if (first.starts_with("{\"open\":") || first.starts_with("{\"continue\":")) {
    return from_ledger(file);
  }
  in.clear();
  in.seekg(0);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return run_of_document(file, text);
}

}  // namespace fairmon::cli
