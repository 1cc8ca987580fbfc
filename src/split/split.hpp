#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/program.hpp"

/// A program taken apart: what can run beside each other without a verdict changing.
namespace fairmon::split {

enum class Class : std::uint8_t {
  Row,        ///< needs nothing but the current event
  Local,      ///< touched only by events of its own key
  Mergeable,  ///< reads, at fixed deadlines, aggregates that shards can prepare
  Global,     ///< has to see what all shards do
};

/// What shards would send to the global stage for a stream.
enum class Traffic : std::uint8_t { None, Pane, Event };

inline constexpr std::uint32_t kNoKey = 0xffff'ffffU;
inline constexpr std::uint32_t kNoPart = 0xffff'ffffU;

/// Why a stream keeps a specification from engines of many machines, and what would help.
struct Refusal {
  std::string code;  ///< D01 … D07
  std::string message;
  std::string repair;
  Span span;
};

struct Placement {
  Class kind = Class::Global;
  std::uint32_t key = kNoKey;  ///< of a local stream
  Traffic traffic = Traffic::None;
  std::uint32_t part = kNoPart;  ///< whose verdicts on it count; none if nobody is told of it
  std::optional<Refusal> refusal;
};

/// What events are routed by.
struct Key {
  std::string text;    ///< as the intermediate program prints it
  Span span;           ///< where a spawn clause says it
  ir::StreamId input;  ///< if the key is just this input
  Type type;
  /// Else: a program whose only output gives the key of each event, if it has one.
  ir::Program program;
};

struct Part {
  ir::Program program;
  std::uint32_t key = kNoKey;          ///< none: one monitor sees all events
  std::vector<std::uint32_t> streams;  ///< of each public stream: its number in the whole
  std::vector<bool> owned;             ///< of each: the verdicts count
  std::vector<bool> inputs;            ///< of each input: somebody reads it
};

struct Split {
  std::vector<Key> keys;
  support::IdVector<ir::StreamId, Placement> streams;
  std::vector<Part> parts;  ///< those with keys first
};

/// `left_out`: of each public stream, whether nobody wants it told; none of them if it is empty.
/// Such a stream runs only where another one reads it.
[[nodiscard]] Split split(const ir::Program& program, const std::vector<bool>& left_out = {});

}  // namespace fairmon::split
