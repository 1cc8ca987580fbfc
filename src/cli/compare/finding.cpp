#include "cli/compare/finding.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "ledger/verify/verify.hpp"

namespace fairmon::cli {

namespace {

using PlainJson = nlohmann::json;

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
void take(Findings& findings, const std::string& stream, const PlainJson& reading) {
  const PlainJson value = reading.is_object() ? reading.value("value", PlainJson()) : PlainJson();
  if (!value.is_number()) {
    return;
  }
  const Findings::Key key(stream, instance_text(reading.value("instance", PlainJson())));
  const auto [place, is_new] = findings.values.insert_or_assign(
      key, Finding{value.get<double>(), count_in(reading, "n"), count_in(reading, "hits")});
  if (is_new) {
    findings.order.push_back(key);
  }
}

Result<Findings> from_document(const std::string& file, const PlainJson& document) {
  const auto values = document.find("values");
  const auto provenance = document.find("provenance");
  if (values == document.end() || !values->is_object() || provenance == document.end() ||
      !provenance->is_object()) {
    return Error(ErrorCode::Input, "`" + file +
                                       "` is neither a ledger nor the document of a run; make one "
                                       "with: fairmon monitor SPEC DATA -o json=" +
                                       file);
  }
  Findings findings;
  for (const auto& [stream, readings] : values->items()) {
    for (const PlainJson& reading : readings) {
      take(findings, stream, reading);
    }
  }
  findings.num_events = provenance->value("events", std::uint64_t{0});
  findings.specification = provenance->value("digest", "");
  return findings;
}

/// Later verdicts replace earlier ones, so those that were judged again do, too.
Result<Findings> from_ledger(const std::string& file) {
  Findings findings;
  std::map<std::uint64_t, std::string> data;
  ledger::VerifyOptions options;
  options.visit = [&](const ledger::LedgerLine& line) {
    if (line.kind == "verdict") {
      take(findings, line.body.value("stream", ""), line.body);
    } else if (line.kind == "open") {
      findings.specification =
          line.body.value("specification", PlainJson::object()).value("digest", "");
    } else if (line.kind == "input") {
      findings.num_events = line.body.value("events", std::uint64_t{0});
      for (const PlainJson& input : line.body.value("files", PlainJson::array())) {
        data[input.value("file", std::uint64_t{0})] = input.value("sha256", "");
      }
    } else if (line.kind == "close") {
      findings.num_events = line.body.value("events", std::uint64_t{0});
    }
    return std::optional<std::string>();
  };
  const auto found = ledger::verify_ledger(file, options);
  if (!found) {
    return found.error();
  }
  if (found->wrong) {
    return Error(ErrorCode::Input, "the ledger is not untouched: " + found->wrong->file + ":" +
                                       std::to_string(found->wrong->number) + ": " +
                                       found->wrong->reason);
  }
  for (const auto& [number, digest] : data) {
    findings.data.push_back(digest);
  }
  return findings;
}

}  // namespace

Result<Findings> findings_of_document(const std::string& name, std::string_view text) {
  return from_document(name, PlainJson::parse(text, nullptr, false));
}

Result<Findings> read_findings(const std::string& file) {
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
  return findings_of_document(file, text);
}

}  // namespace fairmon::cli
