#include "plugins/outputs/webhook/notice.hpp"

namespace fairmon::plugins::webhook {

namespace {

void pack_optional_real(std::string& out, const std::optional<double>& number) {
  support::pack(out, std::uint64_t{number.has_value()});
  support::pack_real(out, number.value_or(0.0));
}

std::optional<double> unpack_optional_real(support::Unpacker& in) {
  const bool there = in.flag();
  const double number = in.real();
  return there ? std::optional(number) : std::nullopt;
}

void pack_evidence(std::string& out, const Evidence& evidence) {
  support::pack(out, evidence.stream);
  support::pack(out, evidence.instance);
  support::pack_real(out, evidence.value);
  support::pack_signed(out, evidence.as_of_ns);
  support::pack(out, std::uint64_t{evidence.trials.has_value()});
  support::pack(out, evidence.trials.value_or(0));
  pack_optional_real(out, evidence.lower);
  pack_optional_real(out, evidence.upper);
}

Evidence unpack_evidence(support::Unpacker& in) {
  Evidence evidence;
  evidence.stream = in.text();
  evidence.instance = in.text();
  evidence.value = in.real();
  evidence.as_of_ns = in.signed_number();
  const bool has_trials = in.flag();
  const std::uint64_t trials = in.number();
  evidence.trials = has_trials ? std::optional(trials) : std::nullopt;
  evidence.lower = unpack_optional_real(in);
  evidence.upper = unpack_optional_real(in);
  return evidence;
}

}  // namespace

std::string_view kind_name(NoticeKind kind) noexcept {
  switch (kind) {
    case NoticeKind::Begin:
      return "begin";
    case NoticeKind::Still:
      return "still";
    case NoticeKind::End:
      break;
  }
  return "end";
}

std::string Notice::id() const {
  const std::string which = kind == NoticeKind::Still ? "-" + std::to_string(number) : "";
  return alarm + "-" + std::string(kind_name(kind)) + which;
}

void pack_labels(std::string& out, const Labels& labels) {
  support::pack(out, std::uint64_t{labels.size()});
  for (const auto& [name, value] : labels) {
    support::pack(out, name);
    support::pack(out, value);
  }
}

Labels unpack_labels(support::Unpacker& in) {
  Labels labels;
  for (std::uint64_t left = in.count(); left > 0; --left) {
    std::string name = in.text();
    labels.emplace_back(std::move(name), in.text());
  }
  return labels;
}

void pack_optional(std::string& out, const std::optional<std::int64_t>& number) {
  support::pack(out, std::uint64_t{number.has_value()});
  support::pack_signed(out, number.value_or(0));
}

std::optional<std::int64_t> unpack_optional(support::Unpacker& in) {
  const bool there = in.flag();
  const std::int64_t number = in.signed_number();
  return there ? std::optional(number) : std::nullopt;
}

void pack_violation(std::string& out, const Violation& violation) {
  support::pack(out, violation.trigger);
  support::pack(out, violation.title);
  pack_labels(out, violation.labels);
  support::pack(out, violation.instance);
  support::pack_signed(out, violation.since_ns);
  support::pack(out, violation.message);
  support::pack(out, violation.firings);
  pack_optional_real(out, violation.value);
  pack_optional_real(out, violation.threshold);
  support::pack(out, violation.state);
  support::pack(out, std::uint64_t{violation.evidence.size()});
  for (const Evidence& evidence : violation.evidence) {
    pack_evidence(out, evidence);
  }
}

Violation unpack_violation(support::Unpacker& in) {
  Violation violation;
  violation.trigger = in.text();
  violation.title = in.text();
  violation.labels = unpack_labels(in);
  violation.instance = in.text();
  violation.since_ns = in.signed_number();
  violation.message = in.text();
  violation.firings = in.number();
  violation.value = unpack_optional_real(in);
  violation.threshold = unpack_optional_real(in);
  violation.state = in.text();
  for (std::uint64_t left = in.count(); left > 0; --left) {
    violation.evidence.push_back(unpack_evidence(in));
  }
  return violation;
}

std::string pack_notice(const Notice& notice) {
  std::string out;
  support::pack(out, static_cast<std::uint64_t>(notice.kind));
  support::pack(out, notice.alarm);
  support::pack(out, notice.number);
  support::pack(out, notice.source);
  pack_labels(out, notice.labels);
  support::pack_signed(out, notice.since_ns);
  support::pack_signed(out, notice.at_ns);
  pack_optional(out, notice.ended_ns);
  pack_optional(out, notice.start_ns);
  support::pack_signed(out, notice.noted_ns);
  support::pack(out, notice.reason);
  support::pack(out, std::uint64_t{notice.violations.size()});
  for (const Violation& violation : notice.violations) {
    pack_violation(out, violation);
  }
  support::pack(out, notice.more);
  support::pack(out, std::uint64_t{notice.test});
  return out;
}

std::optional<Notice> unpack_notice(std::string_view bytes) {
  support::Unpacker in(bytes);
  Notice notice;
  const std::uint64_t kind = in.number();
  notice.kind = static_cast<NoticeKind>(kind);
  notice.alarm = in.text();
  notice.number = in.number();
  notice.source = in.text();
  notice.labels = unpack_labels(in);
  notice.since_ns = in.signed_number();
  notice.at_ns = in.signed_number();
  notice.ended_ns = unpack_optional(in);
  notice.start_ns = unpack_optional(in);
  notice.noted_ns = in.signed_number();
  notice.reason = in.text();
  for (std::uint64_t left = in.count(); left > 0; --left) {
    notice.violations.push_back(unpack_violation(in));
  }
  notice.more = in.number();
  notice.test = in.flag();
  const bool good = in.complete() && kind <= static_cast<std::uint64_t>(NoticeKind::End);
  return good ? std::optional(std::move(notice)) : std::nullopt;
}

}  // namespace fairmon::plugins::webhook
