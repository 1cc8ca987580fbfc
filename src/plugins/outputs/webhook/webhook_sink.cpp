#include "plugins/outputs/webhook/webhook_sink.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "support/packing.hpp"

namespace fairmon::plugins::webhook {

namespace {

/// A violation lists values of so many groups.
constexpr std::size_t kMostEvidence = 20;
constexpr std::size_t kMostReadings = 1000;

}  // namespace

VerdictSelection WebhookSink::selection() const {
  VerdictSelection selection;
  selection.verbosity = Verbosity::Public;
  selection.plotted = true;
  selection.episodes = true;
  selection.evidence = settings_.evidence;
  return selection;
}

Result<void> WebhookSink::check_groups(const Spec& spec) const {
  std::set<std::string> names = {"all", "trigger"};
  for (const StreamInfo& stream : spec.streams()) {
    for (const StreamInfo::Parameter& parameter : stream.parameters) {
      if (stream.kind == StreamKind::Trigger) {
        names.insert(parameter.name);
      }
    }
  }
  for (const std::string& name : settings_.rules.group_by) {
    if (names.count(name) == 0) {
      std::string list;
      for (const std::string& known : names) {
        list += (list.empty() ? "" : ", ") + known;
      }
      return Error(ErrorCode::Usage, "alarms cannot be grouped by `" + name +
                                         "`, which no trigger has; there are " + list);
    }
  }
  return {};
}

Result<void> WebhookSink::open(const Spec& spec, const SinkContext& context) {
  const std::lock_guard lock(mutex_);
  if (auto checked = check_groups(spec); !checked) {
    return checked;
  }
  spec_ = spec;
  context_ = context;
  live_ =
      settings_.clock == AlarmClock::Live || (settings_.clock == AlarmClock::Auto && context.live);
  last_write_ = std::chrono::steady_clock::now();
  reader_.emplace(spec, context.symbols);
  std::vector<bool> shown(spec.streams().size(), false);
  for (const StreamInfo& stream : spec.streams()) {
    for (const std::uint32_t spoken_of : stream.speaks_of) {
      shown[spoken_of] = settings_.evidence;
    }
  }
  readings_.emplace(spec, std::move(shown), kMostReadings);
  states_.emplace(spec);
  auto spool = Spool::open({file_, settings_.most_bytes, context.warn});
  if (!spool) {
    return std::move(spool).error();
  }
  spool_ = *std::move(spool);
  if (context.resumed) {
    return {};  // `rewind` follows
  }
  return begin_anew();
}

Result<void> WebhookSink::begin_anew() {
  const auto left_open = spool_->begin_run();
  if (!left_open) {
    return left_open.error();
  }
  if (auto ended = end_left_open(*left_open); !ended) {
    return ended;
  }
  make_book();
  return start_sender();
}

Result<void> WebhookSink::end_left_open(const std::vector<Notice>& begins) {
  for (Notice notice : begins) {
    notice.kind = NoticeKind::End;
    notice.noted_ns = wall_clock_ns();
    notice.reason = "the run that told of it was replaced by another";
    if (!spool_->add(notice) && context_.warn) {
      context_.warn("the end of the alarm " + notice.alarm + " could not be kept");
    }
  }
  return spool_->sync();
}

void WebhookSink::make_book() {
  std::string seed;
  support::pack(seed, spec_->digest());
  support::pack(seed, settings_.source);
  support::pack(seed, spool_->run());
  book_ = std::make_unique<AlarmBook>(
      settings_.rules, std::move(seed), [this](const Notice& notice) { return emit(notice); },
      [this](const std::string& alarm) {
        Notice begin;
        begin.alarm = alarm;
        return AlarmBook::Told{spool_->knows(begin.id()), spool_->end_of(alarm)};
      });
}

Result<void> WebhookSink::start_sender() {
  sender_ = std::make_unique<Sender>(settings_, *spool_, context_.warn);
  return sender_->start();
}

bool WebhookSink::emit(Notice notice) {
  notice.source = settings_.source;
  notice.noted_ns = wall_clock_ns();
  if (context_.start_time) {
    notice.start_ns = context_.start_time->ns;
  }
  const bool taken = spool_->add(notice);
  blocked_ = blocked_ || !taken;
  return taken;
}

std::uint32_t WebhookSink::begin(const EpisodeStart& start) {
  const StreamInfo& stream = spec_->streams()[start.trigger];
  Violation violation;
  violation.trigger = stream.name;
  violation.title = stream.title.empty() ? stream.message : stream.title;
  violation.instance = start.instance;
  const Cell* cells = start.parameters;
  Tracked tracked{start.trigger, {}};
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    std::string value;
    append_text(value, parameter.type, cells, *context_.symbols, false);
    violation.labels.emplace_back(parameter.name, std::move(value));
    tracked.instance.insert(tracked.instance.end(), cells, cells + parameter.type.num_cells());
    cells += parameter.type.num_cells();
  }
  const std::uint32_t number = book_->open(std::move(violation), start.time.ns);
  if (number != AlarmBook::kUntracked && settings_.evidence) {
    tracked_[number] = std::move(tracked);
  }
  if (number == AlarmBook::kUntracked && !std::exchange(told_untracked_, true) && context_.warn) {
    context_.warn("more than " + std::to_string(settings_.rules.most_violations) +
                  " violations at once; no alarm is told of further ones");
  }
  return number;
}

void WebhookSink::fire(std::uint32_t episode, Timestamp time, std::string text) {
  book_->pass(time.ns - 1);  // what was due before is told with what was known then
  Violation* violation = book_->find(episode);
  if (violation == nullptr) {
    return;
  }
  violation->message = std::move(text);
  ++violation->firings;
  const auto tracked = tracked_.find(episode);
  if (violation->evidence.empty() && tracked != tracked_.end()) {
    add_evidence(tracked->second.trigger, tracked->second.instance, *violation);
  }
}

void WebhookSink::offer(std::uint32_t episode, double value, const std::vector<double>& thresholds,
                        std::optional<bool>) {
  Violation* violation = book_->find(episode);
  if (violation == nullptr || std::isnan(value)) {
    return;
  }
  violation->value = value;
  if (thresholds.size() == 1) {
    violation->threshold = thresholds.front();
  }
}

void WebhookSink::end(std::uint32_t episode, Timestamp time) {
  book_->close(episode, time.ns);
  tracked_.erase(episode);
}

void WebhookSink::add_evidence(std::uint32_t trigger, const std::vector<Cell>& instance,
                               Violation& violation) const {
  violation.evidence.clear();
  violation.state.clear();
  for (const TriggerState& state : states_->of(trigger)) {
    if (state.instance == instance) {
      violation.state = judgement_name(state.judgement);
    }
  }
  for (const std::uint32_t stream : spec_->streams()[trigger].speaks_of) {
    const StreamInfo& info = spec_->streams()[stream];
    for (const Reading& reading : readings_->of(stream)) {
      const double value =
          reading.value.empty() ? std::nan("") : height_of(info.type, reading.value.data());
      if (std::isnan(value) || violation.evidence.size() >= kMostEvidence) {
        continue;
      }
      violation.evidence.push_back(
          {info.name, instance_name(info, reading.instance.data(), *context_.symbols), value,
           reading.as_of.ns, reading.trials, reading.lower, reading.upper});
    }
  }
}

void WebhookSink::add_all_evidence() {
  for (const auto& [number, tracked] : tracked_) {
    if (Violation* violation = book_->find(number)) {
      add_evidence(tracked.trigger, tracked.instance, *violation);
    }
  }
}

Result<void> WebhookSink::write(const VerdictBatch& batch) {
  const std::lock_guard lock(mutex_);
  if (settings_.evidence) {
    readings_->take(batch, [](std::uint32_t, std::uint32_t, const Cell*) {});
    states_->take(batch);
  }
  if (reader_->concerns(batch)) {
    reader_->read(batch, *this);
  }
  reached_ns_ = std::max(reached_ns_, batch.reached.ns);
  last_write_ = std::chrono::steady_clock::now();
  if (settings_.evidence) {
    add_all_evidence();
  }
  book_->pass(reached_ns_);
  return settle();
}

/// What was told is on the disk before anybody sends it or a checkpoint refers to it.
Result<void> WebhookSink::settle() {
  if (std::exchange(blocked_, false)) {
    book_->retry();
  }
  if (auto synced = spool_->sync(); !synced && context_.warn) {
    context_.warn(synced.error().message);
  }
  if (spool_->num_waiting() > 0) {
    sender_->wake();
  }
  return {};
}

Result<void> WebhookSink::idle() {
  const std::lock_guard lock(mutex_);
  if (live_ && book_) {
    const auto quiet = std::chrono::steady_clock::now() - last_write_;
    book_->pass(reached_ns_ + std::chrono::duration_cast<std::chrono::nanoseconds>(quiet).count());
  }
  return settle();
}

/// Comes before the first batch: a run that goes on without a place of its own begins anew.
Result<void> WebhookSink::flush() {
  const std::lock_guard lock(mutex_);
  return book_ ? Result<void>() : begin_anew();
}

Result<void> WebhookSink::sync() {
  const std::lock_guard lock(mutex_);
  auto synced = spool_->sync();
  // The checkpoint that is about to be written may fail; the one before it holds.
  spool_->forget(std::exchange(synced_position_, spool_->position()));
  return synced;
}

Result<void> WebhookSink::close(const RunSummary& summary) {
  if (!sender_) {
    return {};
  }
  constexpr std::chrono::milliseconds kAtStop{1000};
  sender_->finish(summary.interrupted ? std::min(kAtStop, settings_.last_wait)
                                      : settings_.last_wait);
  const std::uint64_t waiting = spool_->num_waiting();
  if (waiting > 0 && context_.warn) {
    context_.warn(std::to_string(waiting) + (waiting == 1 ? " alarm waits" : " alarms wait") +
                  " in `" + file_ + "`; the next run with this file sends " +
                  (waiting == 1 ? "it" : "them"));
  }
  return {};
}

std::string WebhookSink::position() const {
  const std::lock_guard lock(mutex_);
  std::string bytes;
  support::pack(bytes, spool_->run());
  support::pack(bytes, spool_->position());
  support::pack_signed(bytes, reached_ns_);
  std::string book;
  book_->save(book);
  support::pack(bytes, book);
  std::string found;
  reader_->save(found);
  readings_->save(found);
  states_->save(found);
  support::pack(bytes, found);
  support::pack(bytes, std::uint64_t{tracked_.size()});
  for (const auto& [number, tracked] : tracked_) {
    support::pack(bytes, std::uint64_t{number});
    support::pack(bytes, std::uint64_t{tracked.trigger});
    support::pack(bytes, std::uint64_t{tracked.instance.size()});
    for (const Cell cell : tracked.instance) {
      support::pack(bytes, std::uint64_t{cell});
    }
  }
  return bytes;
}

Result<void> WebhookSink::rewind(std::string_view position) {
  const std::lock_guard lock(mutex_);
  support::Unpacker in(position);
  const std::uint64_t run = in.number();
  const std::uint64_t place = in.number();
  reached_ns_ = in.signed_number();
  const std::string book = in.text();
  const std::string found = in.text();
  if (!spool_->resume_run(run, place) && context_.warn) {
    context_.warn("`" + file_ +
                  "` is not as the checkpoint left it; alarms may be told a second time");
  }
  make_book();
  bool good = book_->load(book);
  std::string_view rest = found;
  good = good && reader_->load(rest, [&](std::uint32_t, std::uint64_t number) {
    return number <= AlarmBook::kUntracked && book_->has(static_cast<std::uint32_t>(number));
  });
  good = good && readings_->load(rest) && states_->load(rest);
  tracked_.clear();
  for (std::uint64_t left = in.count(); left > 0; --left) {
    const auto number = static_cast<std::uint32_t>(in.number());
    Tracked& tracked = tracked_[number];
    tracked.trigger = static_cast<std::uint32_t>(in.number());
    for (std::uint64_t cells = in.count(); cells > 0; --cells) {
      tracked.instance.push_back(in.number());
    }
    good = good && tracked.trigger < spec_->streams().size() &&
           tracked.instance.size() == spec_->streams()[tracked.trigger].instance_type().num_cells();
  }
  if (!good || !in.complete()) {
    return Error(ErrorCode::Checkpoint,
                 "the alarms in the checkpoint cannot be read; start anew without it");
  }
  synced_position_ = place;
  return start_sender();
}

bool WebhookSink::mark_symbols(SymbolMarks& alive) const {
  const std::lock_guard lock(mutex_);
  reader_->mark_symbols(alive);
  readings_->mark_symbols(alive);
  states_->mark_symbols(alive);
  for (const auto& [number, tracked] : tracked_) {
    mark_instance(spec_->streams()[tracked.trigger], tracked.instance.data(), alive);
  }
  return true;
}

std::vector<SinkNumber> WebhookSink::numbers() const {
  const std::lock_guard lock(mutex_);
  if (!sender_ || !book_) {
    return {};
  }
  const Sender::Counts counts = sender_->counts();
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  return {{"alarms_sent", "notices of alarms that the receiver took", number(counts.sent), true},
          {"alarm_attempts_failed", "attempts to send a notice that did not work",
           number(counts.failed), true},
          {"alarms_waiting", "notices that wait for the receiver", number(spool_->num_waiting()),
           false},
          {"alarms_dropped", "notices that the receiver refused or that found no room",
           number(counts.refused + book_->num_missed() + book_->num_untracked()), true},
          {"alarms_open", "alarms that go on", number(book_->num_open()), false},
          {"alarm_spool_bytes", "size of the file in which alarms wait",
           number(spool_->num_bytes()), false}};
}

}  // namespace fairmon::plugins::webhook
