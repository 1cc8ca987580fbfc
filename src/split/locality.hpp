#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "ir/structure.hpp"

namespace fairmon::split {

/// What keeps a stream from being local.
struct Obstacle {
  enum class Kind : std::uint8_t {
    OtherKey,       ///< is not spawned with the key
    EveryEvent,     ///< a clause runs at events without asking for the key
    OtherInstance,  ///< reads an instance that need not be of the same key
    History,        ///< reads what an earlier event of any key left
    Feedback,       ///< reads something that is not local itself
  };
  Kind kind = Kind::OtherKey;
  ir::StreamId read;
  Span span;
};

/// Which streams are local to a key: the largest set that keeps rule L. Without a key, those that
/// need one event only.
class Locality {
 public:
  Locality(const ir::Program& program, ir::Structure& structure, ir::ExprId key);

  [[nodiscard]] bool holds(ir::StreamId stream) const { return !obstacles_[stream].has_value(); }
  [[nodiscard]] const std::optional<Obstacle>& obstacle(ir::StreamId stream) const {
    return obstacles_[stream];
  }
  [[nodiscard]] std::uint32_t num_parameterised() const;

 private:
  [[nodiscard]] std::optional<Obstacle> check(ir::StreamId id);
  [[nodiscard]] std::optional<Obstacle> check_row(const ir::Stream& stream);
  [[nodiscard]] std::optional<Obstacle> check_instances(ir::StreamId id, const ir::Stream& stream);
  [[nodiscard]] std::optional<Obstacle> check_reads(std::initializer_list<ir::ExprId> roots,
                                                    const ir::Pacing& pacing);
  [[nodiscard]] std::optional<Obstacle> check_read(const ir::Expr& expr);
  [[nodiscard]] bool asks_for_key(const ir::Pacing& pacing, const ir::KeyGuard& guard);
  [[nodiscard]] bool is_key(ir::ExprId expr);
  [[nodiscard]] std::optional<std::uint32_t> key_parameter(const ir::Stream& stream);

  const ir::Program& program_;
  ir::Structure& structure_;
  std::uint32_t key_ = 0;  ///< number of its structure; 0: none
  support::IdVector<ir::StreamId, std::optional<std::uint32_t>> parameters_;
  support::IdVector<ir::StreamId, std::optional<Obstacle>> obstacles_;
  std::optional<std::uint32_t> own_;  ///< the key's parameter of the stream being looked at
  bool at_event_ = true;
};

/// The expressions a spawn binds its parameters to, one each; none if it cannot be told.
[[nodiscard]] std::vector<ir::ExprId> spawn_components(const ir::Program& program,
                                                       const ir::Stream& stream);

}  // namespace fairmon::split
