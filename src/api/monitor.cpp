#include "reference/monitor.hpp"

#include <fairmon/monitor.hpp>
#include <fmt/format.h>

#include "api/checkpoint.hpp"
#include "api/spec_body.hpp"
#include "engine/engine.hpp"
#include "support/check.hpp"

namespace fairmon {
namespace {

bool same_error(const EvaluationError& a, const EvaluationError& b) {
  return a.stream == b.stream && a.span == b.span && a.message == b.message &&
         a.parameters == b.parameters;
}

/// A condition that fails may be part of a stream and of its hidden helpers; it is reported once.
void drop_repeated_errors(std::vector<EvaluationError>& errors, std::size_t begin) {
  std::size_t kept = begin;
  for (std::size_t i = begin; i < errors.size(); ++i) {
    bool repeated = false;
    for (std::size_t j = kept; j > begin && errors[j - 1].cycle == errors[i].cycle; --j) {
      repeated = repeated || same_error(errors[j - 1], errors[i]);
    }
    if (!repeated) {
      if (kept != i) {
        errors[kept] = std::move(errors[i]);
      }
      ++kept;
    }
  }
  errors.resize(kept);
}

}  // namespace

Monitor::Monitor(Spec spec, MonitorOptions options, std::unique_ptr<MonitorBody> body)
    : spec_(std::move(spec)), options_(std::move(options)), body_(std::move(body)) {}

Result<Monitor> Monitor::create(const Spec& spec, MonitorOptions options) {
  for (const std::uint32_t stream : options.observed) {
    if (stream >= spec.streams().size()) {
      return Error(ErrorCode::Usage,
                   fmt::format("there is no stream number {} to observe; the specification has {}",
                               stream, spec.streams().size()));
    }
  }
  if (options.symbols == nullptr) {
    options.symbols = std::make_shared<SymbolTable>();
  }
  const auto& program = spec.body().program;
  auto body = options.engine == EngineKind::Fast ? engine::make_monitor(program, options)
                                                 : reference::make_monitor(program, options);
  return Monitor(spec, std::move(options), std::move(body));
}

Monitor::Monitor(Monitor&& other) noexcept = default;
Monitor& Monitor::operator=(Monitor&& other) noexcept = default;
Monitor::~Monitor() = default;

Result<void> Monitor::accept(const EventBatch& events, VerdictBatch& verdicts) {
  return accept(events, {0, events.num_rows()}, verdicts);
}

Result<void> Monitor::accept(const EventBatch& events, RowRange rows, VerdictBatch& verdicts) {
  FAIRMON_CHECK(rows.begin <= rows.end && rows.end <= events.num_rows(),
                "rows that the batch does not have");
  const std::size_t before = verdicts.errors.size();
  auto result = body_->accept(events, rows, verdicts);
  drop_repeated_errors(verdicts.errors, before);
  return result;
}

Result<void> Monitor::advance_to(Timestamp time, VerdictBatch& verdicts) {
  const std::size_t before = verdicts.errors.size();
  auto result = body_->advance_to(time, verdicts);
  drop_repeated_errors(verdicts.errors, before);
  return result;
}

Result<void> Monitor::finish(VerdictBatch& verdicts) {
  const std::size_t before = verdicts.errors.size();
  auto result = body_->finish(verdicts);
  drop_repeated_errors(verdicts.errors, before);
  return result;
}

bool Monitor::mark_symbols(SymbolMarks& alive) const { return body_->mark_symbols(alive); }

std::string Monitor::save() const { return save(SymbolMarks(options_.symbols->size())); }

/// Texts that are on their way through the run are not saved: they will be read again.
std::string Monitor::save(SymbolMarks alive) const {
  std::string state;
  body_->save(state);
  const bool known = body_->mark_symbols(alive);
  return api::write_checkpoint({spec_.body().state_digest(), options_.engine, state},
                               *options_.symbols, known ? &alive : nullptr);
}

Result<void> Monitor::restore(std::string_view bytes) {
  auto checkpoint = api::read_checkpoint(bytes, *options_.symbols);
  if (!checkpoint.ok()) {
    return std::move(checkpoint).error();
  }
  if (checkpoint->digest != spec_.body().state_digest()) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint belongs to another specification or was made with other "
                 "optimisations");
  }
  if (checkpoint->engine != options_.engine) {
    return Error(ErrorCode::Checkpoint, "the checkpoint was made by the other engine");
  }
  return body_->restore(checkpoint->state);
}

const Spec& Monitor::spec() const noexcept { return spec_; }

const std::shared_ptr<SymbolTable>& Monitor::symbols() const noexcept { return options_.symbols; }

const MonitorOptions& Monitor::options() const noexcept { return options_; }

std::uint64_t Monitor::num_instances(std::uint32_t stream) const {
  return body_->num_instances(stream);
}

std::size_t Monitor::memory_bytes() const { return body_->memory_bytes(); }

}  // namespace fairmon
