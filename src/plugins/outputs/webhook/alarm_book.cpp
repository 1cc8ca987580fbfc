#include "plugins/outputs/webhook/alarm_book.hpp"

#include <algorithm>

#include "ledger/crypto/sha256.hpp"

namespace fairmon::plugins::webhook {

namespace {

/// A notice lists so many violations; further ones are counted.
constexpr std::size_t kMostListed = 50;
constexpr std::size_t kIdentityDigits = 32;

std::string member_of(const Violation& violation) {
  std::string member;
  support::pack(member, violation.trigger);
  pack_labels(member, violation.labels);
  return member;
}

}  // namespace

AlarmBook::AlarmBook(AlarmRules rules, std::string seed, Emit emit, Recall recall)
    : rules_(std::move(rules)),
      seed_(std::move(seed)),
      emit_(std::move(emit)),
      recall_(std::move(recall)) {}

Labels AlarmBook::group_labels(const Violation& violation) const {
  Labels labels;
  if (rules_.group_by.empty()) {
    labels = violation.labels;
    labels.insert(labels.begin(), {"trigger", violation.trigger});
    return labels;
  }
  for (const std::string& name : rules_.group_by) {
    if (name == "trigger") {
      labels.emplace_back(name, violation.trigger);
      continue;
    }
    const auto found = std::find_if(violation.labels.begin(), violation.labels.end(),
                                    [&](const auto& label) { return label.first == name; });
    if (found != violation.labels.end()) {
      labels.push_back(*found);
    }
  }
  return labels;
}

std::string AlarmBook::group_of(const Violation& violation, const std::string& member) const {
  if (rules_.group_by.empty()) {
    return member;
  }
  std::string group;
  pack_labels(group, group_labels(violation));
  return group;
}

/// The same run makes the same alarms in the same order, so they get the same names.
void AlarmBook::name_alarm(Alarm& alarm, const std::string& group) {
  std::string facts;
  support::pack(facts, seed_);
  support::pack(facts, group);
  support::pack_signed(facts, alarm.since_ns);
  support::pack(facts, num_alarms_++);
  alarm.id = ledger::sha256_hex(facts).substr(0, kIdentityDigits);
  const Told told = recall_ ? recall_(alarm.id) : Told();
  alarm.begun = told.begun;
  alarm.known_end_ns = told.ended_ns;
  alarm.told_ns = alarm.since_ns;
}

std::uint32_t AlarmBook::open(Violation violation, std::int64_t time_ns) {
  pass(time_ns - 1);
  const std::string member = member_of(violation);
  const std::string group = group_of(violation, member);
  const auto known = alarms_.find(group);
  const bool lingers = known != alarms_.end() && known->second.members.count(member) > 0;
  if (!lingers && num_members_ >= rules_.most_violations) {
    ++num_untracked_;
    return kUntracked;
  }
  violation.since_ns = time_ns;
  Alarm& alarm = alarms_[group];
  if (alarm.id.empty()) {
    alarm.since_ns = time_ns;
    alarm.labels = group_labels(violation);
    name_alarm(alarm, group);
  }
  const auto [place, is_new] = alarm.members.try_emplace(member);
  if (is_new) {
    ++num_members_;
    place->second.facts = std::move(violation);
    place->second.firing = alarm.begun && alarm.members.size() == 1;  // told before a crash
  }
  place->second.cleared_ns.reset();
  while (next_number_ == kUntracked || numbers_.count(next_number_) > 0) {
    ++next_number_;
  }
  numbers_[next_number_] = {group, member};
  next_due_ = std::min(next_due_, due(alarm));
  return next_number_++;
}

Violation* AlarmBook::find(std::uint32_t number) {
  const auto place = numbers_.find(number);
  return place == numbers_.end()
             ? nullptr
             : &alarms_.at(place->second.first).members.at(place->second.second).facts;
}

void AlarmBook::close(std::uint32_t number, std::int64_t time_ns) {
  pass(time_ns - 1);
  const auto place = numbers_.find(number);
  if (place == numbers_.end()) {
    return;
  }
  const std::string group = place->second.first;
  Alarm& alarm = alarms_.at(group);
  const auto found = alarm.members.find(place->second.second);
  Member& member = found->second;
  numbers_.erase(place);
  if (rules_.wait_ns == 0 && !member.firing) {
    member.firing = true;  // it began and ended in one moment
    alarm.begin_ns = std::min(alarm.begin_ns.value_or(time_ns), time_ns);
    if (!alarm.begun && !tell(alarm, NoticeKind::Begin, time_ns)) {
      next_due_ = std::min(next_due_, time_ns);
    }
  }
  if (member.firing) {
    member.cleared_ns = time_ns;
  } else {
    alarm.members.erase(found);  // it did not hold long enough to be told
    --num_members_;
  }
  const bool all_clear =
      std::all_of(alarm.members.begin(), alarm.members.end(),
                  [](const auto& one) { return one.second.cleared_ns.has_value(); });
  if (alarm.members.empty() || (all_clear && alarm.known_end_ns == time_ns)) {
    num_members_ -= alarm.members.size();
    alarms_.erase(group);  // nobody knows of it, or everybody knows that it is over
    return;
  }
  next_due_ = std::min(next_due_, due(alarm));
}

std::int64_t AlarmBook::due(const Alarm& alarm) const {
  if (alarm.blocked) {
    return kNever;
  }
  std::int64_t next = kNever;
  bool firing = false;
  for (const auto& [name, member] : alarm.members) {
    firing = firing || member.firing;
    if (member.cleared_ns) {
      next = std::min(next, *member.cleared_ns + rules_.resolve_ns);
    } else if (!member.firing) {
      next = std::min(next, member.facts.since_ns + rules_.wait_ns);
    }
  }
  if (alarm.begun && firing && rules_.repeat_ns > 0) {
    next = std::min(next, alarm.told_ns + rules_.repeat_ns);
  }
  if (alarm.begun && firing && alarm.changed) {
    next = std::min(next, alarm.told_ns + rules_.group_interval_ns);
  }
  return alarm.begun == firing ? next : std::min(next, now_ns_);
}

void AlarmBook::pass(std::int64_t now_ns) {
  now_ns_ = std::max(now_ns_, now_ns);
  if (now_ns_ >= next_due_) {
    settle_all();
  }
}

void AlarmBook::retry() {
  for (auto& [group, alarm] : alarms_) {
    if (alarm.blocked) {
      alarm.blocked = false;
      next_due_ = std::min(next_due_, now_ns_);
    }
  }
  pass(now_ns_);
}

void AlarmBook::settle_all() {
  next_due_ = kNever;
  for (auto one = alarms_.begin(); one != alarms_.end();) {
    const bool over = !one->second.blocked && settle(one->first, one->second);
    next_due_ = over ? next_due_ : std::min(next_due_, due(one->second));
    one = over ? alarms_.erase(one) : std::next(one);
  }
}

void AlarmBook::advance_members(Alarm& alarm) {
  for (auto one = alarm.members.begin(); one != alarm.members.end();) {
    Member& member = one->second;
    if (!member.firing && now_ns_ - member.facts.since_ns >= rules_.wait_ns) {
      const std::int64_t at = member.facts.since_ns + rules_.wait_ns;
      member.firing = true;
      alarm.begin_ns = std::min(alarm.begin_ns.value_or(at), at);
      alarm.changed = alarm.begun;
    }
    if (!member.cleared_ns || now_ns_ - *member.cleared_ns < rules_.resolve_ns) {
      ++one;
      continue;
    }
    const std::int64_t at = *member.cleared_ns + rules_.resolve_ns;
    alarm.end_ns = std::max(alarm.end_ns.value_or(at), at);
    alarm.cleared_ns = std::max(alarm.cleared_ns.value_or(*member.cleared_ns), *member.cleared_ns);
    alarm.last = std::move(member.facts);
    alarm.changed = alarm.begun;
    one = alarm.members.erase(one);
    --num_members_;
  }
}

/// Does what is due; true: the alarm is over and forgotten.
bool AlarmBook::settle(const std::string& group, Alarm& alarm) {
  advance_members(alarm);
  const bool firing = std::any_of(alarm.members.begin(), alarm.members.end(),
                                  [](const auto& one) { return one.second.firing; });
  if (!firing) {
    if (alarm.begun && !tell(alarm, NoticeKind::End, alarm.end_ns.value_or(now_ns_))) {
      return false;
    }
    // It held long enough, but there was no room to say so before it was over.
    num_missed_ += !alarm.begun && alarm.begin_ns ? 1 : 0;
    return alarm.begun || alarm.begin_ns || alarm.members.empty() ? start_over(group, alarm)
                                                                  : false;
  }
  if (!alarm.begun) {
    return tell(alarm, NoticeKind::Begin, alarm.begin_ns.value_or(now_ns_)) && false;
  }
  const std::int64_t told_before = now_ns_ - alarm.told_ns;
  const bool repeats = rules_.repeat_ns > 0 && told_before >= rules_.repeat_ns;
  if (repeats || (alarm.changed && told_before >= rules_.group_interval_ns)) {
    ++alarm.stills;
    tell(alarm, NoticeKind::Still, now_ns_);
  }
  return false;
}

/// What still waits in a group whose alarm is over is about to be another alarm.
bool AlarmBook::start_over(const std::string& group, Alarm& alarm) {
  if (alarm.members.empty()) {
    return true;
  }
  Alarm fresh;
  fresh.labels = std::move(alarm.labels);
  fresh.members = std::move(alarm.members);
  fresh.since_ns = kNever;
  for (const auto& [name, member] : fresh.members) {
    fresh.since_ns = std::min(fresh.since_ns, member.facts.since_ns);
  }
  alarm = std::move(fresh);
  name_alarm(alarm, group);
  alarm.members.begin()->second.firing = alarm.begun;  // told before a crash
  return false;
}

bool AlarmBook::tell(Alarm& alarm, NoticeKind kind, std::int64_t at_ns) {
  Notice notice;
  notice.kind = kind;
  notice.alarm = alarm.id;
  notice.number = alarm.stills;
  notice.labels = alarm.labels;
  notice.since_ns = alarm.since_ns;
  notice.at_ns = at_ns;
  if (kind == NoticeKind::End) {
    notice.ended_ns = alarm.cleared_ns;
    notice.violations.push_back(alarm.last);
  }
  for (const auto& [name, member] : alarm.members) {
    if (!member.firing) {
      continue;
    }
    if (notice.violations.size() < kMostListed) {
      notice.violations.push_back(member.facts);
    } else {
      ++notice.more;
    }
  }
  if (!emit_(notice)) {
    alarm.blocked = kind != NoticeKind::Still;
    alarm.told_ns = kind == NoticeKind::Still ? at_ns : alarm.told_ns;
    return false;
  }
  alarm.begun = true;
  alarm.changed = false;
  alarm.told_ns = at_ns;
  return true;
}

std::uint64_t AlarmBook::num_open() const noexcept {
  return static_cast<std::uint64_t>(std::count_if(
      alarms_.begin(), alarms_.end(), [](const auto& one) { return one.second.begun; }));
}

void AlarmBook::pack_alarm(std::string& bytes, const Alarm& alarm) {
  support::pack(bytes, alarm.id);
  support::pack_signed(bytes, alarm.since_ns);
  pack_labels(bytes, alarm.labels);
  for (const bool flag : {alarm.begun, alarm.changed}) {
    support::pack(bytes, std::uint64_t{flag});
  }
  support::pack_signed(bytes, alarm.told_ns);
  support::pack(bytes, alarm.stills);
  for (const auto* time : {&alarm.begin_ns, &alarm.end_ns, &alarm.cleared_ns}) {
    pack_optional(bytes, *time);
  }
  pack_violation(bytes, alarm.last);
  support::pack(bytes, std::uint64_t{alarm.members.size()});
  for (const auto& [name, member] : alarm.members) {
    support::pack(bytes, name);
    pack_violation(bytes, member.facts);
    support::pack(bytes, std::uint64_t{member.firing});
    pack_optional(bytes, member.cleared_ns);
  }
}

AlarmBook::Alarm AlarmBook::unpack_alarm(support::Unpacker& in) {
  Alarm alarm;
  alarm.id = in.text();
  alarm.since_ns = in.signed_number();
  alarm.labels = unpack_labels(in);
  alarm.begun = in.flag();
  alarm.changed = in.flag();
  alarm.told_ns = in.signed_number();
  alarm.stills = in.number();
  for (auto* time : {&alarm.begin_ns, &alarm.end_ns, &alarm.cleared_ns}) {
    *time = unpack_optional(in);
  }
  alarm.last = unpack_violation(in);
  for (std::uint64_t left = in.count(); left > 0; --left) {
    Member& member = alarm.members[in.text()];
    member.facts = unpack_violation(in);
    member.firing = in.flag();
    member.cleared_ns = unpack_optional(in);
  }
  return alarm;
}

/// Bytes of others may have been changed with care.
bool AlarmBook::is_sane(const Alarm& alarm) {
  const auto near = [](std::int64_t time) { return time >= -kFarthest && time <= kFarthest; };
  bool sane = near(alarm.since_ns) && near(alarm.told_ns) && !alarm.id.empty() &&
              near(alarm.begin_ns.value_or(0)) && near(alarm.end_ns.value_or(0)) &&
              near(alarm.cleared_ns.value_or(0));
  for (const auto& [name, member] : alarm.members) {
    sane = sane && near(member.facts.since_ns) && near(member.cleared_ns.value_or(0));
  }
  return sane;
}

void AlarmBook::save(std::string& bytes) const {
  support::pack_signed(bytes, now_ns_);
  support::pack(bytes, std::uint64_t{next_number_});
  support::pack(bytes, num_alarms_);
  support::pack(bytes, std::uint64_t{alarms_.size()});
  for (const auto& [group, alarm] : alarms_) {
    support::pack(bytes, group);
    pack_alarm(bytes, alarm);
  }
  support::pack(bytes, std::uint64_t{numbers_.size()});
  for (const auto& [number, place] : numbers_) {
    support::pack(bytes, std::uint64_t{number});
    support::pack(bytes, place.first);
    support::pack(bytes, place.second);
  }
}

bool AlarmBook::load(std::string_view bytes) {
  support::Unpacker in(bytes);
  now_ns_ = in.signed_number();
  next_number_ = static_cast<std::uint32_t>(in.number());
  num_alarms_ = in.number();
  alarms_.clear();
  numbers_.clear();
  num_members_ = 0;
  bool fits = now_ns_ >= -kFarthest && now_ns_ <= kFarthest;
  for (std::uint64_t left = in.count(); left > 0; --left) {
    std::string group = in.text();
    Alarm alarm = unpack_alarm(in);
    fits = fits && is_sane(alarm);
    // What was told after the checkpoint is not told again.
    const Told told = recall_ ? recall_(alarm.id) : Told();
    if (told.begun && !alarm.begun && !alarm.members.empty()) {
      alarm.begun = true;
      alarm.members.begin()->second.firing = true;
    }
    alarm.known_end_ns = told.ended_ns;
    const auto over = [&](const auto& one) {
      return told.ended_ns && one.second.cleared_ns.value_or(kNever) <= *told.ended_ns;
    };
    if (told.ended_ns && std::all_of(alarm.members.begin(), alarm.members.end(), over)) {
      continue;
    }
    num_members_ += alarm.members.size();
    alarms_.emplace(std::move(group), std::move(alarm));
  }
  for (std::uint64_t left = in.count(); left > 0; --left) {
    const auto number = static_cast<std::uint32_t>(in.number());
    std::string group = in.text();
    std::string member = in.text();
    const auto found = alarms_.find(group);
    fits = fits && found != alarms_.end() && found->second.members.count(member) > 0;
    numbers_.emplace(number, Place(std::move(group), std::move(member)));
  }
  next_due_ = now_ns_;
  return fits && in.complete();
}

}  // namespace fairmon::plugins::webhook
