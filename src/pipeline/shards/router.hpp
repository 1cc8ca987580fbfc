#pragma once

#include <fairmon/monitor.hpp>
#include <fairmon/shards/plan.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fairmon::pipeline {

/// Tells which of a part's monitors an event belongs to: a fixed hash of the key's value, so that
/// it is the same in every run and on every machine.
class Router {
 public:
  /// Goes into checkpoints: states are spread by it.
  static constexpr std::string_view kHash = "fnv1a-64-mixed";

  [[nodiscard]] static Result<Router> make(const ShardKey& key, std::uint32_t num_groups,
                                           const MonitorOptions& options);

  /// Sets `groups` to one number per row. Events without a key go to the first group.
  Result<void> route(const EventBatch& events, RowRange rows, std::vector<std::uint32_t>& groups);
  /// Numbers of texts may stand for others from now on.
  void forget_texts() { by_text_.clear(); }

 private:
  Router(Type type, std::uint32_t num_groups, std::shared_ptr<SymbolTable> symbols)
      : type_(std::move(type)), num_groups_(num_groups), symbols_(std::move(symbols)) {}
  [[nodiscard]] std::uint32_t group_of(Cell cell);

  Type type_;
  std::uint32_t num_groups_;
  std::shared_ptr<SymbolTable> symbols_;
  std::uint32_t input_ = 0;
  std::optional<Monitor> keys_;  ///< computes the key where it is no plain input
  VerdictBatch values_;
  std::vector<std::uint32_t> by_text_;  ///< of numbers of texts: group + 1, 0 if not known yet
};

}  // namespace fairmon::pipeline
