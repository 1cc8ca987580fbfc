#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/filter.hpp>

#include <compare>
#include <cstdint>
#include <memory>
#include <vector>

namespace fairmon::plugins {

/// A filter made ready for the rows of batches: names are columns, texts are symbols.
class RowFilter {
 public:
  RowFilter() = default;
  explicit RowFilter(const SourceContext& context);

  /// False if there is nothing to test.
  [[nodiscard]] bool active() const noexcept { return active_; }
  [[nodiscard]] bool keeps(const EventBatch& batch, std::size_t row) const;

 private:
  struct Node {
    FilterKind kind = FilterKind::True;
    std::size_t input = 0;
    FilterTest test = FilterTest::Equal;
    Type type;
    Cell constant = 0;
    std::vector<Node> parts;
  };
  [[nodiscard]] static Node prepare(const Filter& filter, const SourceContext& context);
  [[nodiscard]] bool holds(const Node& node, const EventBatch& batch, std::size_t row) const;
  [[nodiscard]] bool compares(const Node& node, Cell cell) const;
  [[nodiscard]] std::partial_ordering order(const Node& node, Cell cell) const;

  std::shared_ptr<SymbolTable> symbols_;
  Node root_;
  bool active_ = false;
};

}  // namespace fairmon::plugins
