#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Synthetic statements for tests and demonstrations. Nothing here comes from the real database.
namespace fairmon::dsa::simulator {

struct Statement {
  std::int64_t id = 0;
  std::int64_t created_at = 0;  ///< seconds since 1970
  std::int64_t application_day = 0;
  std::int64_t content_day = 0;
  std::uint32_t platform = 0;
  std::string_view language;  ///< empty: absent
  std::string_view decision;
  std::string_view category;
  std::string_view content_type;
  std::string_view source;
  std::string_view ground;
  std::string_view visibility;
  std::string_view territory;
  bool detection = false;
  std::uint64_t hash = 0;
};

struct Platform {
  std::string_view name;
  std::int64_t id;
  std::uint32_t weight;  ///< share of the statements that are not Instagram's, out of 1,000
  bool vlop;
};

[[nodiscard]] const std::vector<Platform>& platforms();

struct GeneratorSettings {
  std::int64_t first_day = 20'418;  ///< days since 1970: 2025-11-26
  std::uint32_t num_days = 1;
  std::uint64_t per_day = 10'000;
  std::uint64_t seed = 1;
  /// Seconds by which the order of ids may differ from that of time; below 1: not at all.
  std::uint64_t disorder = 4;
};

/// Gives any statement by its position, so that nothing has to be kept. Positions are in the order
/// of ids, which have gaps; created_at nearly rises with them: some seconds of disorder within a
/// day, many equal seconds, as in the real data.
class Generator {
 public:
  explicit Generator(GeneratorSettings settings) : settings_(settings) {}

  [[nodiscard]] std::uint64_t size() const noexcept {
    return settings_.num_days * settings_.per_day;
  }
  [[nodiscard]] Statement at(std::uint64_t position) const;
  /// Position of the first statement with an id above the given one.
  [[nodiscard]] std::uint64_t position_after(std::int64_t id) const;
  [[nodiscard]] const GeneratorSettings& settings() const noexcept { return settings_; }

 private:
  GeneratorSettings settings_;
};

/// One field of a statement.
struct View {
  enum class Kind : std::uint8_t { Unknown, Absent, Text, Number, Boolean, Moment, List };
  Kind kind = Kind::Absent;
  std::string text;         ///< Text; List: the one code, or empty
  std::int64_t number = 0;  ///< Number; Moment: seconds since 1970
  bool boolean = false;
};

[[nodiscard]] View field_of(const Statement& statement, std::string_view field);

}  // namespace fairmon::dsa::simulator
