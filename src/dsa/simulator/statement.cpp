#include "dsa/simulator/statement.hpp"

#include <algorithm>
#include <array>

#include "dsa/client/instant.hpp"
#include "dsa/schema.hpp"

namespace fairmon::dsa::simulator {

namespace {

constexpr std::int64_t kFirstId = 104'200'000'000;
constexpr std::int64_t kIdStride = 3;
// Share of Instagram on a day of 5,500,000: 378,449 statements, as published for one such day.
constexpr std::uint64_t kInstagramOf = 378'449;
constexpr std::uint64_t kInstagramIn = 5'500'000;

std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

/// Independent small numbers out of one hash.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) {
    state_ = mix(state_);
    return state_ % bound;
  }
  bool percent(std::uint64_t chance) { return below(100) < chance; }

 private:
  std::uint64_t state_;
};

bool instagram_turn(std::uint64_t in_day) {
  return (in_day + 1) * kInstagramOf / kInstagramIn != in_day * kInstagramOf / kInstagramIn;
}

std::uint32_t pick_platform(Dice& dice, std::uint64_t in_day) {
  if (instagram_turn(in_day)) {
    return 0;
  }
  std::uint64_t rest = dice.below(1000);
  for (std::uint32_t i = 1; i < platforms().size(); ++i) {
    if (rest < platforms()[i].weight) {
      return i;
    }
    rest -= platforms()[i].weight;
  }
  return 1;
}

std::string_view pick_language(Dice& dice) {
  constexpr std::array<std::string_view, 10> kLanguages = {"EN", "EN", "DE", "DE", "IT",
                                                           "FR", "ES", "NL", "PL", ""};
  return kLanguages[dice.below(kLanguages.size())];
}

bool is_weekend(std::int64_t day) {
  const std::int64_t weekday = (day + 3) % 7;  // 1970-01-01 was a Thursday; 0 is Monday
  return weekday >= 5;
}

/// Chance in percent that a decision is fully automated. On Google Play German statements are
/// decided by people on weekdays and by machines at weekends.
std::uint64_t automation_chance(const Platform& platform, std::string_view language,
                                std::int64_t day) {
  if (platform.name == "Google Play") {
    return language == "DE" ? (is_weekend(day) ? 98 : 70) : 95;
  }
  return 40 + static_cast<std::uint64_t>(platform.id) % 50;
}

std::string_view pick_code(Dice& dice, std::string_view field) {
  const auto all = codes(field);
  return all[dice.below(all.size())];
}

std::string facts_text(const Statement& statement) {
  switch (statement.hash % 4) {
    case 0:
      return "Reported \"twice\", path C:\\temp";
    case 1:
      return "Überprüft; see a/b";
    case 2:
      return "Line one, line two";
    default:
      return "Example text.";
  }
}

View text_view(std::string_view text) {
  View view;
  view.kind = text.empty() ? View::Kind::Absent : View::Kind::Text;
  view.text = text;
  return view;
}

View list_view(std::string_view code) {
  View view;
  view.kind = View::Kind::List;
  view.text = code;
  return view;
}

View number_view(View::Kind kind, std::int64_t number) {
  View view;
  view.kind = kind;
  view.number = number;
  return view;
}

std::string uuid_of(const Statement& statement) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "00000000-0000-4000-8000-000000000000";
  std::uint64_t bits = mix(statement.hash);
  for (char& c : text) {
    if (c == '0') {
      c = kDigits[bits & 15U];
      bits = mix(bits);
    }
  }
  return text;
}

}  // namespace

const std::vector<Platform>& platforms() {
  static const std::vector<Platform> kPlatforms = {
      {"Instagram", 30, 0, true},    {"Google Play", 24, 150, true},
      {"TikTok", 31, 200, true},     {"Amazon Store", 28, 300, true},
      {"AliExpress", 33, 120, true}, {"Facebook", 34, 100, true},
      {"X", 22, 60, true},           {"App Store", 23, 30, true},
      {"Discord", 59, 30, false},    {"Zalando", 61, 10, true}};
  return kPlatforms;
}

Statement Generator::at(std::uint64_t position) const {
  const auto day = static_cast<std::int64_t>(position / settings_.per_day) + settings_.first_day;
  const std::uint64_t in_day = position % settings_.per_day;
  Statement result;
  result.hash = mix(settings_.seed * 0x100000001B3U + position);
  Dice dice(result.hash);
  result.id = kFirstId + kIdStride * static_cast<std::int64_t>(position) +
              static_cast<std::int64_t>(dice.below(kIdStride));
  const auto second = static_cast<std::int64_t>(in_day * kSecondsPerDay / settings_.per_day);
  const auto disorder =
      static_cast<std::int64_t>(dice.below(std::max<std::uint64_t>(settings_.disorder, 1)));
  result.created_at = day * kSecondsPerDay + (second > disorder ? second - disorder : second);
  result.platform = pick_platform(dice, in_day);
  result.language = pick_language(dice);
  const bool batch_filer = dice.percent(3);
  result.application_day = day - static_cast<std::int64_t>(dice.below(batch_filer ? 220 : 4));
  result.content_day = result.application_day - static_cast<std::int64_t>(dice.below(30));
  const auto chance = automation_chance(platforms()[result.platform], result.language, day);
  result.decision = dice.percent(chance) ? "AUTOMATED_DECISION_FULLY"
                    : dice.percent(30)   ? "AUTOMATED_DECISION_PARTIALLY"
                                         : "AUTOMATED_DECISION_NOT_AUTOMATED";
  result.detection = dice.percent(75);
  result.category = pick_code(dice, "category");
  result.content_type = pick_code(dice, "content_type");
  result.source = pick_code(dice, "source_type");
  result.ground = pick_code(dice, "decision_ground");
  result.visibility = pick_code(dice, "decision_visibility");
  result.territory = pick_code(dice, "territorial_scope");
  return result;
}

std::uint64_t Generator::position_after(std::int64_t id) const {
  if (id < kFirstId) {
    return 0;
  }
  auto position = static_cast<std::uint64_t>((id - kFirstId) / kIdStride);
  if (position >= size()) {
    return size();
  }
  while (position < size() && at(position).id <= id) {
    ++position;
  }
  return position;
}

View field_of(const Statement& statement, std::string_view field) {
  const Platform& platform = platforms()[statement.platform];
  if (field == "id") {
    return number_view(View::Kind::Number, statement.id);
  }
  if (field == "platform_name" || field == "platform_name.keyword") {
    return text_view(platform.name);
  }
  if (field == "platform_id") {
    return number_view(View::Kind::Number, platform.id);
  }
  if (field == "content_language") {
    return text_view(statement.language);
  }
  if (field == "automated_decision") {
    return text_view(statement.decision);
  }
  if (field == "automated_detection") {
    View view;
    view.kind = View::Kind::Boolean;
    view.boolean = statement.detection;
    return view;
  }
  if (field == "created_at") {
    return number_view(View::Kind::Moment, statement.created_at);
  }
  if (field == "received_date") {
    return number_view(View::Kind::Moment, statement.created_at / kSecondsPerDay * kSecondsPerDay);
  }
  if (field == "application_date") {
    return number_view(View::Kind::Moment, statement.application_day * kSecondsPerDay);
  }
  if (field == "content_date") {
    return number_view(View::Kind::Moment, statement.content_day * kSecondsPerDay);
  }
  if (field == "category") {
    return text_view(statement.category);
  }
  if (field == "source_type") {
    return text_view(statement.source);
  }
  if (field == "decision_ground") {
    return text_view(statement.ground);
  }
  if (field == "content_type") {
    return list_view(statement.content_type);
  }
  if (field == "content_type_single") {
    return text_view(statement.content_type);
  }
  if (field == "decision_visibility") {
    return list_view(statement.visibility);
  }
  if (field == "decision_visibility_single") {
    return text_view(statement.visibility);
  }
  if (field == "territorial_scope") {
    return list_view(statement.territory);
  }
  if (field == "category_addition" || field == "category_specification") {
    return list_view("");
  }
  if (field == "uuid") {
    return text_view(uuid_of(statement));
  }
  if (field == "puid") {
    return text_view("p-" + std::to_string(statement.hash % 1'000'000'007));
  }
  if (field == "decision_facts") {
    return text_view(facts_text(statement));
  }
  if (field == "method") {
    return text_view("API_MULTI");
  }
  View view;
  view.kind = find_field(field) == nullptr ? View::Kind::Unknown : View::Kind::Absent;
  return view;
}

}  // namespace fairmon::dsa::simulator
