#pragma once

#include <fairmon/spec.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// How a specification can be judged by several monitors at once without a verdict changing.
namespace fairmon {

/// What a stream needs to see.
enum class StreamClass : std::uint8_t { Row, KeyLocal, Mergeable, Global };
/// What shards on several machines would send for it.
enum class ShardTraffic : std::uint8_t { None, OncePerPane, EveryEvent };

/// Why engines of many machines refuse a specification. In one process everything runs.
struct ShardRefusal {
  std::string code;  ///< D01 … D07
  std::string message;
  std::string repair;
  std::uint32_t line = 0;  ///< of the specification, counted from 1; 0: the whole
  std::uint32_t column = 0;
  std::string text;  ///< what stands there
};

/// One row of `fairmon plan`.
struct StreamPlacement {
  std::uint32_t stream = 0;  ///< index into Spec::streams()
  std::string name;          ///< with parameters
  StreamClass kind = StreamClass::Global;
  std::string key;  ///< of what is local
  ShardTraffic traffic = ShardTraffic::None;
  bool sharded = false;  ///< runs in the shards of one process; else in the global stage
  std::optional<ShardRefusal> refusal;
};

/// What events of a part are routed by.
struct ShardKey {
  std::string text;
  Type type;
  std::optional<std::uint32_t> input;  ///< if it is just this input
  std::optional<Spec> program;         ///< else the first stream behind its inputs gives the key
};

/// Streams that run together. Numbers of inputs are those of the whole.
struct ShardPart {
  Spec spec;
  std::optional<ShardKey> key;         ///< nothing: one monitor sees all events
  std::vector<std::uint32_t> streams;  ///< of each stream of `spec`: its index in the whole
  std::vector<bool> owned;             ///< of each: verdicts on it come from here
  std::vector<bool> inputs;            ///< of each input: a stream of the part looks at it
};

struct ShardPlan {
  std::vector<std::string> keys;
  std::vector<StreamPlacement> streams;  ///< outputs and triggers
  std::vector<ShardRefusal> conditions;  ///< of the specification as a whole
  std::vector<ShardPart> parts;          ///< those with keys first

  /// Some part has a key, so that more than one monitor helps.
  [[nodiscard]] bool splits() const { return !parts.empty() && parts.front().key.has_value(); }
  /// Engines of many machines take it.
  [[nodiscard]] bool distributes() const;
};

[[nodiscard]] ShardPlan plan_shards(const Spec& spec);
/// The parts for those who only want verdicts on what people wrote, and what stands behind values:
/// streams that tell of the states of triggers are left out, as each has to see all events.
[[nodiscard]] std::vector<ShardPart> shard_parts_without_states(const Spec& spec);
/// The table, what it means for one process and for many machines; JSON with the same content.
[[nodiscard]] std::string plan_text(const ShardPlan& plan);
[[nodiscard]] std::string plan_json(const ShardPlan& plan);

}  // namespace fairmon
