#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon::watch {

/// A table of a TOML file that is taken apart key by key; what nobody took is a mistake. Hides the
/// library. Copies share what was taken.
class TomlTable {
 public:
  [[nodiscard]] static Result<TomlTable> parse(std::string_view text, const std::string& name);

  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] std::uint32_t line() const;
  /// Line of a key's value; the table's own if it is not there.
  [[nodiscard]] std::uint32_t line_of(std::string_view key) const;
  /// `config.toml:7: message`
  [[nodiscard]] Error error(std::uint32_t line, const std::string& message) const;

  /// A text, or nothing if the key is not there. Errors if it is something else.
  [[nodiscard]] Result<std::optional<std::string>> text(std::string_view key);
  [[nodiscard]] Result<std::optional<std::int64_t>> integer(std::string_view key, std::int64_t low,
                                                            std::int64_t high);
  [[nodiscard]] Result<std::optional<double>> number(std::string_view key, double low, double high);
  /// A text or a list of texts.
  [[nodiscard]] Result<std::vector<std::string>> texts(std::string_view key);
  [[nodiscard]] Result<std::optional<TomlTable>> table(std::string_view key);
  [[nodiscard]] Result<std::vector<TomlTable>> tables(std::string_view key);
  /// Tables by their names, in the order of the file.
  [[nodiscard]] Result<std::vector<std::pair<std::string, TomlTable>>> children();
  /// Everything not taken yet, as options: texts, numbers and lists of them; `true` as an empty
  /// text, `false` as nothing.
  [[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> rest();
  /// An error for the first key nobody took, with the nearest one that is known.
  [[nodiscard]] Result<void> finish(std::string_view what) const;

 private:
  struct Body;
  explicit TomlTable(std::shared_ptr<Body> body) : body_(std::move(body)) {}
  std::shared_ptr<Body> body_;
};

}  // namespace fairmon::watch
