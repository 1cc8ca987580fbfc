#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include "capi/session/session.hpp"
#include "support/nearest.hpp"
#include "support/packing.hpp"

namespace fairmon::capi {

namespace {

constexpr std::string_view kMagic = "fairmon session 1";

SinkContext plain_context(std::shared_ptr<SymbolTable> symbols) {
  SinkContext context;
  context.symbols = std::move(symbols);
  return context;
}

}  // namespace

Session::Life::Life(const Spec& spec, const SessionOptions& options)
    : symbols(std::make_shared<SymbolTable>()),
      texts(*symbols),
      clock(options.time_format, options.start, options.start_at_midnight, options.interval),
      firings(spec, symbols, options.part ? &places : nullptr),
      recorder(spec, options.kept, options.part ? &places : nullptr),
      order(spec, plain_context(symbols)) {
  if (options.findings && !options.part) {
    told.emplace(spec, symbols);
  }
}

std::vector<std::uint32_t> Session::observed() const {
  std::vector<std::uint32_t> chosen = life_->firings.read_streams();
  const auto streams = spec_.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const bool owned = !options_.part || options_.part->owns(i);
    if ((streams[i].kind == StreamKind::Trigger && owned) || options_.kept[i] ||
        (life_->told && Told::selection().wants(streams[i]))) {
      chosen.push_back(i);
    }
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  if (!options_.part) {
    return chosen;
  }
  std::vector<std::uint32_t> here;
  for (const std::uint32_t stream : chosen) {
    if (const auto number = options_.part->number_of(stream)) {
      here.push_back(*number);
    }
  }
  return here;
}

Outcome<void> Session::begin(std::optional<Timestamp> start) {
  MonitorOptions options;
  options.engine = options_.engine;
  options.on_error = ErrorPolicy::Report;  // so that no event is applied by half
  options.start_time = start.value_or(Timestamp{});
  options.observe_all = false;
  options.observed = observed();
  options.record_lifecycle = false;
  for (const StreamInfo& stream : spec_.streams()) {
    options.record_lifecycle =
        options.record_lifecycle || (life_->told && Told::selection().wants_lifecycle(stream));
  }
  options.symbols = life_->symbols;
  options.mark_deadlines = options_.part != nullptr;
  const Spec& judged = options_.part ? options_.part->part().spec : spec_;
  auto monitor = Monitor::create(judged, std::move(options));
  if (!monitor) {
    return failure_of(monitor.error());
  }
  life_->monitor.emplace(std::move(*monitor));
  life_->symbols->pin();  // constants of the specification
  return {};
}

Failure Session::evaluation_failure(const EvaluationError& error) const {
  const StreamInfo& stream = spec_.streams()[error.stream];
  std::string message = "the stream `" + stream.name + "`";
  if (!error.parameters.empty()) {
    message += " of " + instance_name(stream, error.parameters.data(), *life_->symbols);
  }
  std::string time;
  TimeWriter(life_->clock.start() ? TimeFormat::Rfc3339 : TimeFormat::RelativeSeconds,
             life_->clock.start().value_or(Timestamp{}))
      .append(time, verdicts_.cycle_times[error.cycle]);
  message += " could not be evaluated at " + time + ": " + error.message + " (line " +
             std::to_string(spec_.source().locate(error.span.begin).line) +
             "); mend the specification, or go on without such values with on_error=\"report\"";
  Failure failure{FAIRMON_EVALUATION, std::move(message), stream.name, {}, -1};
  return failure;
}

Outcome<void> Session::note_verdicts(Result<void> result, const EventBatch* batch) {
  life_->num_events += verdicts_.num_events;
  life_->num_deadlines += verdicts_.num_deadlines;
  life_->num_errors += verdicts_.errors.size();
  life_->reached = std::max(life_->reached, verdicts_.reached);
  life_->firings.take(verdicts_);
  life_->recorder.take(verdicts_, life_->order);
  if (life_->told) {
    life_->told->take(verdicts_);
  }
  if (!result) {
    return failure_of(result.error());
  }
  if (verdicts_.errors.empty()) {
    return {};
  }
  if (!options_.report_errors) {
    const EvaluationError& error = verdicts_.errors.front();
    Failure failure = evaluation_failure(error);
    if (batch != nullptr) {
      const auto& times = batch->times();
      const auto found =
          std::lower_bound(times.begin(), times.end(), verdicts_.cycle_times[error.cycle]);
      failure.row = found == times.end() ? -1 : found - times.begin();
    }
    return failure;
  }
  for (const EvaluationError& error : verdicts_.errors) {
    const StreamInfo& stream = spec_.streams()[error.stream];
    life_->failed.push_back({verdicts_.cycle_times[error.cycle].ns, error.stream,
                             error.parameters.empty()
                                 ? ""
                                 : instance_name(stream, error.parameters.data(), *life_->symbols),
                             error.message, spec_.source().locate(error.span.begin).line});
    if (options_.part) {
      Failed& failed = life_->failed.back();
      failed.event = life_->places.event_of(error.cycle);
      if (!error.parameters.empty()) {
        append_rank(failed.rank, stream.instance_type(), error.parameters.data(), *life_->symbols);
      }
    }
  }
  return {};
}

std::uint64_t Session::fired() {
  return life_->firings.size() - std::exchange(life_->counted, life_->firings.size());
}

std::vector<TableColumn> Session::error_table() const {
  std::vector<TableColumn> table;
  const TimeColumn times("time", life_->clock.start(), table);
  for (const char* name : {"stream", "instance", "message"}) {
    table.emplace_back(name, "u");
  }
  table.emplace_back("line", "l");
  const auto places =
      options_.part ? std::optional(PlaceColumns(table)) : std::optional<PlaceColumns>();
  for (const Failed& failed : life_->failed) {
    times.append(failed.time, table);
    table[1].append_text(spec_.streams()[failed.stream].name);
    table[2].append_text(failed.instance);
    table[3].append_text(failed.message);
    table[4].append(std::int64_t{failed.line});
    if (places) {
      places->append(failed.event, failed.time, failed.rank, table);
    }
  }
  return table;
}

Outcome<std::vector<TableColumn>> Session::stream_table(std::string_view what,
                                                        std::string_view name) const {
  const auto stream = spec_.find_stream(name);
  const std::string quoted = "`" + std::string(name) + "`";
  if (!stream) {
    std::vector<std::string> names;
    for (const StreamInfo& info : spec_.streams()) {
      names.push_back(info.name);
    }
    const auto near = support::nearest(name, names);
    return usage("there is no stream " + quoted + (near ? "; did you mean `" + *near + "`?" : ""));
  }
  if (what == "values") {
    if (life_->recorder.keeps(*stream)) {
      return life_->recorder.table(*stream, life_->clock.start(), *life_->symbols);
    }
    return usage("the values of " + quoted + " were not kept; run with keep=[\"" +
                 std::string(name) + "\"]");
  }
  auto table = life_->told ? life_->told->readings(*stream, life_->clock.start(), life_->order)
                           : std::vector<TableColumn>();
  if (table.empty()) {
    return usage("newest values are known of public and plotted outputs, and " + quoted +
                 " is neither; mark it with #[public]");
  }
  return table;
}

Outcome<void> Session::table(std::string_view what, std::string_view name,
                             ArrowArrayStream& out) const {
  const auto start = life_->clock.start();
  if (what == "triggers") {
    export_table(life_->firings.table(0, start), out);
    return {};
  }
  if (what == "errors") {
    export_table(error_table(), out);
    return {};
  }
  if (what == "episodes" && life_->told) {
    export_table(life_->told->episodes(start), out);
    return {};
  }
  if (what != "values" && what != "readings") {
    return usage("there is no table `" + std::string(what) +
                 "`; say triggers, values, readings, episodes (with findings) or errors");
  }
  auto table = stream_table(what, name);
  if (!table) {
    return std::move(table).error();
  }
  export_table(std::move(*table), out);
  return {};
}

void Session::take(ArrowArrayStream& out) {
  export_table(life_->firings.table(0, life_->clock.start()), out);
  life_->firings.clear_rows();
  life_->counted = 0;
}

std::string Session::facts() const {
  nlohmann::ordered_json facts;
  facts["events"] = life_->num_events;
  facts["deadlines"] = life_->num_deadlines;
  const auto start = life_->clock.start();
  facts["start_ns"] = start ? nlohmann::ordered_json(start->ns) : nlohmann::ordered_json();
  facts["reached_ns"] = life_->reached.ns;
  auto counts = nlohmann::ordered_json::object();
  auto kept = nlohmann::ordered_json::array();
  auto instances = nlohmann::ordered_json::object();
  const auto streams = spec_.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (streams[i].kind == StreamKind::Trigger) {
      counts[streams[i].name] = life_->firings.counts()[streams[i].trigger_index];
    }
    if (options_.kept[i]) {
      kept.push_back(streams[i].name);
    }
    const auto number = options_.part ? options_.part->number_of(i) : std::optional(i);
    instances[streams[i].name] =
        life_->monitor && number ? life_->monitor->num_instances(*number) : 0;
  }
  facts["trigger_counts"] = std::move(counts);
  facts["kept"] = std::move(kept);
  facts["instances"] = std::move(instances);
  facts["memory_bytes"] = life_->monitor ? life_->monitor->memory_bytes() : 0;
  facts["texts"] = life_->symbols->num_texts();
  return facts.dump();
}

Outcome<std::string> Session::save() {
  std::string bytes;
  support::pack(bytes, kMagic);
  support::pack(bytes, std::uint64_t{life_->monitor.has_value()});
  if (!life_->monitor) {
    return bytes;
  }
  std::string clock;
  life_->clock.save(clock);
  support::pack(bytes, clock);
  support::pack_signed(bytes, life_->last.ns);
  support::pack_signed(bytes, life_->reached.ns);
  support::pack(bytes, life_->num_events);
  support::pack(bytes, life_->num_deadlines);
  support::pack(bytes, life_->num_errors);
  support::pack(bytes, std::uint64_t{life_->firings.counts().size()});
  for (const std::uint64_t count : life_->firings.counts()) {
    support::pack(bytes, count);
  }
  SymbolMarks held(life_->symbols->size());
  std::string told;
  if (life_->told) {
    life_->told->save(told);
    life_->told->mark_symbols(held);
  }
  support::pack(bytes, life_->monitor->save(std::move(held)));
  support::pack(bytes, told);
  return bytes;
}

Outcome<void> Session::load(std::string_view saved) {
  const Failure damaged{FAIRMON_CHECKPOINT, "the saved state is damaged, or is none", {}, {}, -1};
  support::Unpacker bytes(saved);
  if (bytes.text() != kMagic) {
    return damaged;
  }
  if (!bytes.flag()) {
    return bytes.complete() ? Outcome<void>() : Outcome<void>(damaged);
  }
  if (!life_->clock.load(bytes.text())) {
    return damaged;
  }
  life_->last.ns = bytes.signed_number();
  life_->reached.ns = bytes.signed_number();
  life_->num_events = bytes.number();
  life_->num_deadlines = bytes.number();
  life_->num_errors = bytes.number();
  if (bytes.number() != life_->firings.counts().size()) {
    return Failure{
        FAIRMON_CHECKPOINT, "the saved state belongs to another specification", {}, {}, -1};
  }
  std::vector<std::uint64_t> counts(life_->firings.counts().size());
  std::generate(counts.begin(), counts.end(), [&] { return bytes.number(); });
  life_->firings.set_counts(std::move(counts));
  const std::string engine = bytes.text();
  const std::string told = bytes.text();
  if (!bytes.complete()) {
    return damaged;
  }
  if (auto begun = begin(life_->clock.start()); !begun) {
    return begun;
  }
  if (auto restored = life_->monitor->restore(engine); !restored) {
    return failure_of(restored.error());
  }
  if (life_->told ? !life_->told->load(told) : !told.empty()) {
    return damaged;
  }
  return {};
}

Outcome<void> Session::restore(std::string_view bytes) {
  auto before = std::exchange(life_, std::make_unique<Life>(spec_, options_));
  auto loaded = load(bytes);
  if (!loaded) {
    life_ = std::move(before);
  }
  return loaded;
}

}  // namespace fairmon::capi
