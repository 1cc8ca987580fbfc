#pragma once

#include <string>
#include <unordered_map>

#include "ir/program.hpp"

namespace fairmon::ir {

/// Tells which expressions mean the same by structure: equal ones get equal numbers, whatever their
/// ids and places. Windows and aggregations count by what they are. Takes time linear in the number
/// of expressions, also where they are shared.
class Structure {
 public:
  /// With `keep_places`, expressions that can fail are equal only at the same place of the source,
  /// so that a message never points at somebody else's; streams with such, only if the same public
  /// stream caused them, as each of those reports its own failures.
  explicit Structure(const Program& program, bool keep_places = false)
      : program_(program), keep_places_(keep_places) {}

  /// From now on `stream` stands for "itself", so that recursive streams can be compared. Call it
  /// again after the program changed other than by growing.
  void set_self(StreamId stream);

  /// 0 for an invalid id.
  [[nodiscard]] std::uint32_t number(ExprId expr);
  [[nodiscard]] std::string pacing_key(const Pacing& pacing);
  [[nodiscard]] std::string spawn_key(const Stream& stream);
  [[nodiscard]] std::string close_key(const Stream& stream);
  /// Everything that decides the values of a stream, its own name apart. Sets self.
  [[nodiscard]] std::string stream_key(StreamId id);
  [[nodiscard]] std::string window_key(WindowId id);
  [[nodiscard]] std::string aggregation_key(AggregationId id);

 private:
  std::string stream_name(StreamId id) const;
  std::string expr_key(const Expr& expr);

  const Program& program_;
  bool keep_places_;
  StreamId self_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  support::IdVector<ExprId, std::uint32_t> known_;  ///< 0: not yet
  std::vector<ExprId> touched_;
};

}  // namespace fairmon::ir
