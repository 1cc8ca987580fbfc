#pragma once

#include <fairmon/result.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsa/client/cursor.hpp"

namespace fairmon::dsa {

/// A page of hits that was parsed and found usable as a whole.
class Page {
 public:
  /// Checks everything before anything is used: complete JSON, not timed out, no failed shard,
  /// statements strictly behind `after` and in order. The error is the reason to ask again.
  [[nodiscard]] static Result<Page, std::string> parse(std::string body,
                                                       std::optional<Cursor> after);
  ~Page();
  Page(Page&&) noexcept;
  Page& operator=(Page&&) noexcept;

  [[nodiscard]] std::uint64_t num_hits() const noexcept { return num_hits_; }
  /// How many statements match, if the server says so exactly.
  [[nodiscard]] std::optional<std::uint64_t> total() const noexcept { return total_; }
  /// Of the last hit; where the page was asked for from if it is empty.
  [[nodiscard]] Cursor last() const noexcept { return last_; }

 private:
  friend class PageReader;
  struct Body;
  explicit Page(std::unique_ptr<Body> body);

  std::unique_ptr<Body> body_;
  std::uint64_t num_hits_ = 0;
  std::optional<std::uint64_t> total_;
  Cursor last_;
};

/// One field of a statement as it stands in the page.
struct FieldValue {
  enum class Kind : std::uint8_t { Null, Text, Integer, Boolean };
  Kind kind = Kind::Null;
  std::string_view text;
  std::int64_t integer = 0;
  bool boolean = false;
};

/// Receives the statements of a page: `begin()`, `field(number, value)` for each wanted field,
/// `end()`. Texts are valid during the call only.
class StatementVisitor {
 public:
  virtual ~StatementVisitor() = default;
  virtual void begin() = 0;
  virtual void field(std::size_t number, const FieldValue& value) = 0;
  /// False: no further statement, the visitor has enough for now.
  virtual bool end() = 0;
};

/// Walks through the hits of a page. Arrays are handed over as codes joined by `__`.
class PageReader {
 public:
  explicit PageReader(std::vector<std::string> wanted);
  ~PageReader();
  PageReader(const PageReader&) = delete;
  PageReader& operator=(const PageReader&) = delete;

  /// Takes the page; the visitor is called by `read`.
  void start(Page page);
  /// Visits statements until the visitor has enough; true if the page has further ones.
  bool read(StatementVisitor& visitor);

 private:
  struct Walk;
  std::unique_ptr<Walk> walk_;
};

/// Replaces halves of surrogate pairs that stand alone (`\ud83d` without its partner) by `\ufffd`:
/// they are no text, and the rest of the page must not suffer from them. True if it found some.
bool mend_lone_surrogates(std::string& json);

}  // namespace fairmon::dsa
