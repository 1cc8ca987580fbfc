#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/result.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::dsa {

/// The facts about a page that decide whether it may be used.
struct PageFacts {
  std::uint64_t num_hits = 0;
  std::optional<std::uint64_t> total;
  std::int64_t last_id = 0;
};

/// Checks a page before anything of it is used: complete JSON, not timed out, no failed shard, ids
/// strictly above `after` and rising. The error is the reason to ask again.
[[nodiscard]] Result<PageFacts, std::string> inspect_page(std::string& body,
                                                          std::optional<std::int64_t> after);

/// One field of a statement as it stands in the page.
struct FieldValue {
  enum class Kind : std::uint8_t { Null, Text, Integer, Boolean };
  Kind kind = Kind::Null;
  std::string_view text;
  std::int64_t integer = 0;
  bool boolean = false;
};

/// Receives the statements of a page: `begin(id)`, `field(number, value)` for each wanted field,
/// `end()`. Texts are valid during the call only.
class StatementVisitor {
 public:
  virtual ~StatementVisitor() = default;
  virtual void begin(std::int64_t id) = 0;
  virtual void field(std::size_t number, const FieldValue& value) = 0;
  /// False: no further statement, the visitor has enough for now.
  virtual bool end() = 0;
};

/// Walks through the hits of an inspected page, from hit number `first` on. Arrays are handed over
/// as codes joined by `__`. Returns the number of the hit after the last one visited.
class PageReader {
 public:
  explicit PageReader(std::vector<std::string> wanted);
  ~PageReader();
  PageReader(const PageReader&) = delete;
  PageReader& operator=(const PageReader&) = delete;

  /// Takes the page; the visitor is called by `read`.
  void start(std::string body);
  /// Visits statements until the visitor has enough; true if the page has further ones.
  bool read(StatementVisitor& visitor);

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

}  // namespace fairmon::dsa
