#pragma once

#include <fairmon/fairmon.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "api/digest.hpp"
#include "support/check.hpp"

namespace fairmon::api {

/// Together they have every kind of state: keys of one and several cells, closes, clocks of
/// instances, kept values, aggregations over instances, and each way to keep a window.
inline constexpr std::array<std::string_view, 5> kForgedSpecs = {
    "input g: String\ninput x: Int64\ninput ok: Bool\n"
    "output n(k) spawn with g eval when g == k with n(k).last(or: 0) + x close when ok && g == k\n"
    "output most @true := n.aggregate(over_instances: all, using: max).defaults(to: 0)\n"
    "output mean @true := n.aggregate(over_instances: all, using: avg).defaults(to: 0)\n"
    "output fresh @1s := n.aggregate(over_instances: all, using: sum)\n",
    "input g: String\ninput x: Int64\ninput ok: Bool\n"
    "output both(k: String, w: Int64) spawn with (g, x % 3) eval @Global(2s) with w + 1\n"
    "  close @Local(7s) when true\n"
    "output tick(k) spawn with g eval @Local(3s) with 1 close when ok && g == k\n"
    "output old := x.offset(by: -4).defaults(to: 0) + x.hold(or: 1)\n",
    "input g: String\ninput x: Int64\ninput ok: Bool\n"
    "output f := cast<Int64, Float64>(x)\n"
    "output a @1s := f.aggregate(over: 10s, using: avg).defaults(to: 0.0)\n"
    "output m @true := x.aggregate(over: 5s, using: max).defaults(to: 0)\n"
    "output d := x.aggregate(over_discrete: 8, using: sum)\n"
    "output v @2s := f.aggregate(over: 20s, using: variance).defaults(to: 0.0)\n"
    "output q @1s := x.aggregate(over: 6s, using: median).defaults(to: 0)\n"
    "output l @1s := g.aggregate(over: 4s, using: last).defaults(to: \"\")\n",
    "input g: String\ninput x: Int64\ninput ok: Bool\n"
    "output by(k) spawn with g eval when g == k with x close when ok && g == k\n"
    "output w(k) spawn with g eval @Global(1s) with by(k).aggregate(over: 8s, using: sum)\n"
    "output e(k) spawn with g eval when g == k with by(k).aggregate(over: 3s, using: count)\n"
    "output r(k) spawn with g eval @Global(2s) with ok.prob(given: g == k, over: 6s)\n",
    "input g: String\ninput x: Int64\ninput ok: Bool\n"
    "output rate(h) spawn with g eval @(g && ok) when g == h with prob(of: ok)\n"
    "output gap @true := rate.aggregate(over_instances: all, using: max).defaults(to: 0.0) -\n"
    "  rate.aggregate(over_instances: all, using: min).defaults(to: 0.0)\n"
    "output c := if ok then (x, g) else (0, \"none\")\n"};

inline void feed_forged(Monitor& monitor, int from, int to) {
  EventBatch events(3);
  for (int i = from; i < to; ++i) {
    const std::size_t row = events.add_row(Timestamp{i * 310'000'000LL});
    events.set(row, 0, monitor.symbols()->intern("group " + std::to_string(i * i % 7)));
    events.set(row, 1, cell_of(std::int64_t{i % 11}));
    events.set(row, 2, cell_of(i % 4 == 1));
  }
  VerdictBatch verdicts;
  if (monitor.accept(events, verdicts)) {
    static_cast<void>(monitor.finish(verdicts));
  }
}

/// A monitor of one of the specifications, and the content of its checkpoint.
struct ForgedCase {
  Spec spec;
  MonitorOptions options;
  std::string head;     ///< before the checksum
  std::string content;  ///< behind it
};

inline const ForgedCase& forged_case(std::size_t number) {
  static std::map<std::size_t, ForgedCase> made;
  const auto known = made.find(number);
  if (known != made.end()) {
    return known->second;
  }
  const Compiled compiled = compile(
      SourceFile("forged.lola", std::string(kForgedSpecs[number / 2 % kForgedSpecs.size()])));
  FAIRMON_CHECK(compiled.spec.has_value(), render(compiled.diagnostics));
  MonitorOptions options;
  options.on_error = ErrorPolicy::Report;
  options.engine = number % 2 == 0 ? EngineKind::Fast : EngineKind::Reference;
  auto monitor = Monitor::create(*compiled.spec, options);
  feed_forged(*monitor, 1, 60);
  const std::string saved = monitor->save();
  const std::size_t head = saved.find('\n') + 1;
  const std::size_t sum = head + 8 + 32;
  return made
      .emplace(number,
               ForgedCase{*compiled.spec, options, saved.substr(0, head), saved.substr(sum)})
      .first->second;
}

/// Restores the content under a right checksum, and goes on if it is taken. True if it was.
inline bool try_content(const ForgedCase& original, const std::string& content) {
  const std::string sum = digest_of(content);
  std::string bytes = original.head;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    bytes += static_cast<char>((std::uint64_t{sum.size()} >> shift) & 0xffU);
  }
  bytes += sum + content;
  auto monitor = Monitor::create(original.spec, original.options);
  if (!monitor->restore(bytes)) {
    return false;
  }
  SymbolMarks alive(monitor->symbols()->size());
  static_cast<void>(monitor->mark_symbols(alive));
  static_cast<void>(monitor->memory_bytes());
  feed_forged(*monitor, 60, 100);
  static_cast<void>(monitor->save());
  return true;
}

/// Changes a checkpoint as the bytes say: which one, then edits of four bytes.
inline bool try_forged_checkpoint(const std::uint8_t* data, std::size_t size) {
  const ForgedCase& original = forged_case(size == 0 ? 0 : data[0] % (2 * kForgedSpecs.size()));
  std::string content = original.content;
  for (std::size_t at = 1; at + 4 <= size && !content.empty(); at += 4) {
    const std::size_t place = (data[at] | std::size_t{data[at + 1]} << 8U) % content.size();
    const std::uint8_t value = data[at + 3];
    const auto put = [&](std::uint64_t number, std::size_t width) {
      std::memcpy(content.data() + place, &number, std::min(width, content.size() - place));
    };
    switch (data[at + 2] % 8) {
      case 0:
        content[place] = static_cast<char>(content[place] ^ static_cast<char>(value | 1));
        break;
      case 1:
        put(value, 8);
        break;
      case 2:
        put(value, 4);
        break;
      case 3:
        put(~std::uint64_t{0} >> (value % 64), 8);
        break;
      case 4:
        put(std::uint64_t{1} << (value % 64), 8);
        break;
      case 5:
        content.erase(place, value % 24);
        break;
      case 6:
        content.insert(place, std::string(value % 24, static_cast<char>(value)));
        break;
      default:
        content[place] = static_cast<char>(value);
        break;
    }
  }
  return try_content(original, content);
}

}  // namespace fairmon::api
