#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>

#include "cli/dsa/actions.hpp"
#include "cli/dsa/request.hpp"
#include "cli/report.hpp"
#include "dsa/client/page.hpp"
#include "dsa/client/prefetch.hpp"

namespace fairmon::cli {

namespace {

void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char buffer[8];
      out.append(buffer, static_cast<std::size_t>(
                             std::snprintf(buffer, sizeof buffer, "\\u%04x",
                                           static_cast<unsigned>(static_cast<unsigned char>(c)))));
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_csv_text(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    out += c;
    if (c == '"') {
      out += '"';
    }
  }
  out += '"';
}

/// Writes statements as lines; the first field is the time, so that the file can be monitored as it
/// is.
class LineWriter : public dsa::StatementVisitor {
 public:
  LineWriter(std::vector<std::string> fields, bool csv)
      : fields_(std::move(fields)), csv_(csv), values_(fields_.size()) {}

  [[nodiscard]] std::string header() const {
    std::string text = "time";
    for (const std::string& field : fields_) {
      text += ',' + field;
    }
    return csv_ ? text + '\n' : "";
  }
  std::string lines;

  void begin(std::int64_t) override { values_.assign(fields_.size(), {}); }
  void field(std::size_t number, const dsa::FieldValue& value) override {
    std::string& out = values_[number];
    switch (value.kind) {
      case dsa::FieldValue::Kind::Null:
        return;
      case dsa::FieldValue::Kind::Integer:
        out = std::to_string(value.integer);
        return;
      case dsa::FieldValue::Kind::Boolean:
        out = value.boolean ? "true" : "false";
        return;
      case dsa::FieldValue::Kind::Text:
        if (fields_[number] == "created_at") {
          time_ = value.text;
        }
        csv_ ? append_csv_text(out, value.text) : append_json_text(out, value.text);
        return;
    }
  }
  bool end() override {
    lines += csv_ ? time_ : "{\"time\":\"" + time_ + '"';
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (csv_) {
        lines += ',' + values_[i];
      } else if (!values_[i].empty()) {
        lines += ",\"" + fields_[i] + "\":" + values_[i];
      }
    }
    lines += csv_ ? "\n" : "}\n";
    return true;
  }

 private:
  std::vector<std::string> fields_;
  bool csv_;
  std::vector<std::string> values_;
  std::string time_;
};

/// Remembers beside the output how far it is complete: the last id and the size of the file then.
struct Progress {
  std::int64_t last_id = 0;
  std::uint64_t size = 0;
};

std::string progress_file(const std::string& output) { return output + ".part"; }

std::optional<Progress> load_progress(const std::string& output) {
  std::ifstream in(progress_file(output));
  Progress progress;
  return in >> progress.last_id >> progress.size ? std::optional<Progress>(progress) : std::nullopt;
}

Result<void> save_progress(const std::string& output, const Progress& progress) {
  const std::string file = progress_file(output);
  std::ofstream out(file + ".new");
  out << progress.last_id << ' ' << progress.size << '\n';
  out.close();
  if (!out || std::rename((file + ".new").c_str(), file.c_str()) != 0) {
    return Error(ErrorCode::Output, file + " cannot be written");
  }
  return {};
}

Result<std::uint64_t> fetch_all(dsa::PagerSettings settings, const std::string& output) {
  const bool csv = output.ends_with(".csv");
  std::vector<std::string> fields = settings.query.source_fields;
  for (const char* needed : {"id", "created_at"}) {
    if (std::find(fields.begin(), fields.end(), needed) == fields.end()) {
      fields.emplace_back(needed);
    }
  }
  LineWriter writer(fields, csv);
  dsa::PageReader reader(fields);
  const auto resumed = load_progress(output);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(output.c_str(), resumed ? "r+b" : "wb"), &std::fclose);
  if (!file) {
    return Error(ErrorCode::Output, output + " cannot be opened for writing");
  }
  Progress progress;
  if (resumed) {
    progress = *resumed;
    settings.after = progress.last_id;
    // What was written after the last complete page is taken back.
    if (ftruncate(fileno(file.get()), static_cast<off_t>(progress.size)) != 0 ||
        std::fseek(file.get(), 0, SEEK_END) != 0) {
      return Error(ErrorCode::Output, output + " cannot be continued");
    }
    print_error("goes on behind statement " + std::to_string(progress.last_id) + '\n');
  } else {
    writer.lines = writer.header();
  }
  dsa::Prefetcher pages(std::move(settings));
  std::uint64_t count = 0;
  while (true) {
    auto page = pages.next();
    if (!page) {
      return std::move(page).error().with_context("fetching; repeat the command to go on");
    }
    if (!*page) {
      std::fflush(file.get());
      std::remove(progress_file(output).c_str());
      return count;
    }
    count += (*page)->num_hits;
    progress.last_id = (*page)->last_id;
    reader.start(std::move((*page)->body));
    reader.read(writer);
    if (std::fwrite(writer.lines.data(), 1, writer.lines.size(), file.get()) !=
            writer.lines.size() ||
        std::fflush(file.get()) != 0) {
      return Error(ErrorCode::Output, output + " cannot be written: is the disk full?");
    }
    progress.size += writer.lines.size();
    writer.lines.clear();
    if (auto saved = save_progress(output, progress); !saved) {
      return std::move(saved).error();
    }
    const dsa::PagerProgress facts = pages.progress();
    print_error("\r" + std::to_string(count) + " of " + std::to_string(facts.total.value_or(0)) +
                " statements, quota " + std::to_string(facts.quota_left) + " left ");
  }
}

}  // namespace

int dsa_fetch(const Arguments& arguments) {
  const std::string output = arguments.text("output");
  if (!output.ends_with(".csv") && !output.ends_with(".jsonl")) {
    return report(Error(ErrorCode::Usage, "say where to write: --output FILE.csv or FILE.jsonl"));
  }
  const auto spec = dsa_specification(arguments);
  if (!spec) {
    return report(spec.error());
  }
  auto settings = dsa_request(arguments, &*spec);
  if (!settings) {
    return report(settings.error());
  }
  const auto count = fetch_all(std::move(*settings), output);
  if (!count) {
    return report(count.error());
  }
  print_error('\n' + std::to_string(*count) + " statements written to " + output + '\n');
  return 0;
}

}  // namespace fairmon::cli
