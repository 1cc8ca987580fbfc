#include <fairmon/spec.hpp>

#include <algorithm>

#include "api/spec_body.hpp"

namespace fairmon {

Type StreamInfo::instance_type() const {
  std::vector<Type> parts;
  for (const Parameter& parameter : parameters) {
    parts.push_back(parameter.type);
  }
  return Type::tuple(std::move(parts));
}

Spec::Spec(std::shared_ptr<const detail::SpecBody> body) : body_(std::move(body)) {}

std::span<const StreamInfo> Spec::streams() const noexcept { return body_->streams; }

std::size_t Spec::num_inputs() const noexcept { return body_->program->num_inputs; }

std::optional<std::uint32_t> Spec::find_stream(std::string_view name) const noexcept {
  for (std::uint32_t i = 0; i < body_->streams.size(); ++i) {
    if (body_->streams[i].name == name) {
      return i;
    }
  }
  return std::nullopt;
}

std::span<const PanelInfo> Spec::panels() const noexcept { return body_->panels; }

const InputSchema& Spec::input_schema() const noexcept { return body_->schema; }

std::span<const Tag> Spec::tags() const noexcept { return body_->tags; }

namespace {

__extension__ using Wide = __int128;

/// The first deadline ⌊k · period⌋ of the clock that is not before `time`.
std::int64_t deadline_from(const ir::Period& period, std::int64_t time) {
  Wide k = Wide{time} * period.denominator / period.numerator;
  while (k * period.numerator / period.denominator < time) {
    ++k;
  }
  return static_cast<std::int64_t>(k * period.numerator / period.denominator);
}

}  // namespace

Timestamp Spec::end_of_periods(Timestamp time) const {
  std::int64_t end = time.ns;
  for (const ir::Stream& stream : body_->program->streams) {
    for (const ir::EvalClause& eval : stream.evals) {
      const ir::Period& period = eval.pacing.period;
      if (eval.pacing.kind == ir::PacingKind::Global) {
        end = std::max(end, deadline_from(period, time.ns));
      } else if (eval.pacing.kind == ir::PacingKind::Local) {
        // Every instance has a tick of its own within one period.
        end = std::max(end, time.ns + period.numerator / period.denominator);
      }
    }
  }
  return {end};
}

const SourceFile& Spec::source() const noexcept { return body_->source; }

const std::string& Spec::digest() const { return body_->digest(); }

}  // namespace fairmon
