#include "cli/import/compas.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace fairmon::cli {

namespace {

constexpr std::array<std::string_view, 9> kColumns = {"id",
                                                      "race",
                                                      "decile_score",
                                                      "compas_screening_date",
                                                      "days_b_screening_arrest",
                                                      "is_recid",
                                                      "c_charge_degree",
                                                      "score_text",
                                                      "r_offense_date"};
enum CompasColumn : std::size_t {
  kId,
  kRace,
  kScore,
  kScreened,
  kDaysBefore,
  kIsRecid,
  kDegree,
  kScoreText,
  kOffended,
};

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr std::int64_t kMorning = 8 * 3'600;
constexpr std::int64_t kAfternoon = 16 * 3'600;

struct Row {
  std::array<std::string, kColumns.size()> text;
};

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size()
             ? std::optional<std::int64_t>(value)
             : std::nullopt;
}

/// Days since 2013-01-01.
std::optional<std::int64_t> day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
    return std::nullopt;
  }
  const auto year = number(text.substr(0, 4));
  const auto month = number(text.substr(5, 2));
  const auto in_month = number(text.substr(8, 2));
  if (!year || !month || !in_month) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*in_month))};
  if (!date.ok()) {
    return std::nullopt;
  }
  using std::chrono::January;
  return (std::chrono::sys_days(date) -
          std::chrono::sys_days(std::chrono::year(2013) / January / 1))
      .count();
}

/// The names in the first line; they are not quoted in ProPublica's file.
std::vector<std::string> header_of(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  std::istringstream rest(line);
  std::vector<std::string> names;
  for (std::string name; std::getline(rest, name, ',');) {
    names.push_back(name);
  }
  return names;
}

/// ProPublica's file has the score twice, with the same values: the first is meant, by its number.
std::string first_of_that_name(const std::vector<std::string>& header, std::string_view name) {
  if (std::count(header.begin(), header.end(), name) < 2) {
    return {};
  }
  return std::to_string(std::find(header.begin(), header.end(), name) - header.begin() + 1);
}

Result<std::vector<Row>> read_rows(const std::string& file, const PluginRegistry& plugins) {
  const InputPlugin* csv = plugins.find_input("csv");
  if (csv == nullptr) {
    return Error(ErrorCode::Internal, "this build cannot read CSV files");
  }
  auto options = OptionValues::check(csv->options(), {{"input-delay", "1000"}});
  if (!options) {
    return std::move(options).error();
  }
  auto source = csv->make(*options, {file});
  if (!source) {
    return std::move(source).error();
  }
  SourceContext context;
  context.symbols = std::make_shared<SymbolTable>();
  const std::vector<std::string> header = header_of(file);
  for (const std::string_view column : kColumns) {
    context.schema.inputs.push_back({std::string(column), Type::string(), true});
    context.schema.inputs.back().field = first_of_that_name(header, column);
  }
  if (auto opened = (*source)->open(context); !opened) {
    return std::move(opened).error().with_context("reading `" + file + "` as ProPublica's file");
  }
  std::vector<Row> rows;
  EventBatch batch(kColumns.size());
  while (true) {
    batch.clear();
    auto status = (*source)->read(batch);
    if (!status) {
      return std::move(status).error();
    }
    for (std::size_t r = 0; r < batch.num_rows(); ++r) {
      Row& row = rows.emplace_back();
      for (std::size_t c = 0; c < kColumns.size(); ++c) {
        if (batch.column(c).has(r)) {
          row.text[c] = context.symbols->text(static_cast<std::uint32_t>(batch.column(c).cells[r]));
        }
      }
    }
    if (*status == ReadStatus::End) {
      return rows;
    }
  }
}

/// ProPublica's filter: a score close to the arrest, a known course, no ordinary traffic offence.
bool kept(const Row& row) {
  const auto days_before = number(row.text[kDaysBefore]);
  return days_before && *days_before >= -30 && *days_before <= 30 && row.text[kIsRecid] != "-1" &&
         row.text[kDegree] != "O" && row.text[kScoreText] != "N/A";
}

struct Event {
  std::int64_t day = 0;
  std::int64_t of_day = 0;
  std::int64_t id = 0;
  const Row* row = nullptr;

  [[nodiscard]] auto key() const { return std::tuple(day, of_day, id); }
};

Result<void> add_event(std::vector<Event>& events, const Row& row, CompasColumn date_column,
                       std::int64_t of_day) {
  const auto date = day(row.text[date_column]);
  const auto id = number(row.text[kId]);
  if (!date || !id) {
    return Error(ErrorCode::Input, "person `" + row.text[kId] + "`: `" + row.text[date_column] +
                                       "` in the column `" + std::string(kColumns[date_column]) +
                                       "` is no date");
  }
  events.push_back({*date, of_day, *id, &row});
  return {};
}

}  // namespace

Result<std::string> import_compas(const std::string& file, const PluginRegistry& plugins) {
  const auto rows = read_rows(file, plugins);
  if (!rows) {
    return rows.error();
  }
  std::vector<Event> events;
  for (const Row& row : *rows) {
    if (!kept(row)) {
      continue;
    }
    auto added = add_event(events, row, kScreened, kMorning);
    if (added && row.text[kIsRecid] == "1") {
      added = add_event(events, row, kOffended, kAfternoon);
    }
    if (!added) {
      return std::move(added).error();
    }
  }
  std::sort(events.begin(), events.end(),
            [](const Event& a, const Event& b) { return a.key() < b.key(); });
  std::string out = "time,event,id,group,score\n";
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> ranks;
  for (const Event& event : events) {
    const std::int64_t rank = ranks[{event.day, event.of_day}]++;
    out += std::to_string(event.day * kSecondsPerDay + event.of_day + rank);
    out += event.of_day == kMorning ? ",SCORE," : ",RECIDIVISM,";
    out += event.row->text[kId] + ',' + event.row->text[kRace] + ',' + event.row->text[kScore];
    out += '\n';
  }
  return out;
}

}  // namespace fairmon::cli
