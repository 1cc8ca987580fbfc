#include "reference/snapshot.hpp"

#include <algorithm>
#include <cstring>

namespace fairmon::reference {
namespace {

constexpr std::uint64_t kMark = 0x31'46'45'52'4d'46ULL;  // tells a snapshot from other bytes

class Writer {
 public:
  explicit Writer(std::string& bytes) : bytes_(bytes) {}
  void number(std::uint64_t value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes_.append(raw, sizeof raw);
  }
  void cells(const Cells& cells) {
    number(cells.size());
    for (const Cell cell : cells) {
      number(cell);
    }
  }
  void text(const std::string& text) {
    number(text.size());
    bytes_ += text;
  }

 private:
  std::string& bytes_;
};

/// Reads zeros beyond the end and remembers it.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    if (rest_.size() < sizeof value) {
      damaged_ = true;
      rest_ = {};
      return 0;
    }
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  /// A number of things of at least eight bytes each.
  std::size_t count() {
    const std::uint64_t value = number();
    damaged_ = damaged_ || value > rest_.size() / sizeof value;
    return damaged_ ? 0 : value;
  }
  Cells cells() {
    Cells result(count());
    for (Cell& cell : result) {
      cell = number();
    }
    return result;
  }
  std::string text() {
    const std::uint64_t size = number();
    damaged_ = damaged_ || size > rest_.size();
    const std::string result(rest_.substr(0, damaged_ ? 0 : size));
    rest_.remove_prefix(result.size());
    return result;
  }
  [[nodiscard]] bool complete() const { return !damaged_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool damaged_ = false;
};

void write_instance(Writer& out, const Instance& instance) {
  out.cells(instance.key);
  out.number((instance.alive ? 1U : 0U) | (instance.closing ? 2U : 0U));
  out.number(instance.first_of_life);
  out.number(instance.spawn_cycle);
  out.number(cell_of(instance.spawn_time));
  out.number(instance.evals_due);
  out.number(instance.closes_due);
  out.number(instance.values.size());
  for (const Produced& p : instance.values) {
    out.number(p.cycle);
    out.number(cell_of(p.time));
    out.cells(p.value);
  }
}

Instance read_instance(Reader& in) {
  Instance instance;
  instance.key = in.cells();
  const std::uint64_t flags = in.number();
  instance.alive = (flags & 1U) != 0;
  instance.closing = (flags & 2U) != 0;
  instance.first_of_life = in.number();
  instance.spawn_cycle = in.number();
  instance.spawn_time = cell_int(in.number());
  instance.evals_due = in.number();
  instance.closes_due = in.number();
  instance.values.resize(in.count());
  for (Produced& p : instance.values) {
    p.cycle = in.number();
    p.time = cell_int(in.number());
    p.value = in.cells();
  }
  return instance;
}

/// After so many deadlines the next one is neither past nor out of reach.
bool fits_now(const ir::Period& period, std::uint64_t passed, std::int64_t since,
              std::int64_t now) {
  __extension__ using Wide = __int128;
  const auto time_of = [&](Wide count) {
    return Wide{since} + count * period.numerator / period.denominator;
  };
  return time_of(passed) <= Wide{now} && time_of(Wide{passed} + 1) >= Wide{now};
}

/// Lengths and positions agree with the stream, and clocks with the time.
bool is_sound(const Instance& instance, const ir::Stream& stream, std::int64_t now) {
  const std::size_t value_cells = stream.type.num_cells();
  std::size_t key_cells = 0;
  for (const ir::Parameter& parameter : stream.parameters) {
    key_cells += parameter.type.num_cells();
  }
  const auto runs = [&](const ir::Pacing& pacing, std::uint64_t passed) {
    return !instance.alive || pacing.kind != ir::PacingKind::Local ||
           fits_now(pacing.period, passed, instance.spawn_time, now);
  };
  return instance.key.size() == key_cells && instance.first_of_life <= instance.values.size() &&
         std::all_of(instance.values.begin(), instance.values.end(),
                     [&](const Produced& p) { return p.value.size() == value_cells; }) &&
         (stream.evals.empty() || runs(stream.evals.front().pacing, instance.evals_due)) &&
         (!stream.close || runs(stream.close->pacing, instance.closes_due));
}

}  // namespace

void write_snapshot(std::string& bytes, const Snapshot& snapshot) {
  Writer out(bytes);
  out.number(kMark);
  out.number(snapshot.store.cycle);
  out.number(cell_of(snapshot.store.time));
  out.number(snapshot.last_event ? 1 : 0);
  out.number(cell_of(snapshot.last_event.value_or(0)));
  out.text(snapshot.stopped ? snapshot.stopped->message : "");
  out.number(snapshot.clocks.size());
  for (const Schedule::Clock& clock : snapshot.clocks) {
    out.number(clock.passed);
  }
  out.number(snapshot.store.streams.size());
  for (const Instances& instances : snapshot.store.streams) {
    out.number(instances.size());
    for (const auto& [key, instance] : instances) {
      write_instance(out, instance);
    }
  }
}

Result<void> read_snapshot(std::string_view bytes, const ir::Program& program, Snapshot& snapshot) {
  Reader in(bytes);
  bool fits = in.number() == kMark;
  snapshot.store.cycle = in.number();
  snapshot.store.time = cell_int(in.number());
  const bool had_event = in.number() != 0;
  const std::int64_t last_event = cell_int(in.number());
  snapshot.last_event = had_event ? std::optional(last_event) : std::nullopt;
  const std::string stopped = in.text();
  snapshot.stopped.reset();
  if (!stopped.empty()) {
    snapshot.stopped = Error(ErrorCode::Evaluation, stopped);
  }
  fits = fits && in.number() == snapshot.clocks.size();
  for (Schedule::Clock& clock : snapshot.clocks) {
    clock.passed = in.number();
    fits = fits && fits_now(clock.period, clock.passed, 0, snapshot.store.time);
  }
  fits = fits && in.number() == snapshot.store.streams.size();
  for (const ir::StreamId id : program.streams.ids()) {
    Instances& instances = snapshot.store.streams[id];
    const bool always = instances.size() == 1 && !program.streams[id].spawn;
    instances.clear();
    for (std::size_t left = fits ? in.count() : 0; left > 0; --left) {
      Instance instance = read_instance(in);
      Cells key = instance.key;
      fits = fits && is_sound(instance, program.streams[id], snapshot.store.time);
      instances.emplace(std::move(key), std::move(instance));
    }
    fits = fits && (!always || instances.size() == 1);
  }
  if (!fits || !in.complete()) {
    return Error(ErrorCode::Checkpoint, "the saved state is damaged or of another specification");
  }
  return {};
}

}  // namespace fairmon::reference
