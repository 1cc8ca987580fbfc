#include "watch/metrics/health.hpp"

#include <fairmon/version.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace fairmon::watch {

namespace {

using Labels = std::vector<std::pair<std::string, std::string>>;

/// Adds values of one monitor.
class HealthWriter {
 public:
  HealthWriter(std::string monitor, std::vector<MetricFamily>& families)
      : monitor_(std::move(monitor)), families_(families) {}

  void gauge(const char* name, const char* help, double value) {
    add(name, MetricKind::Gauge, help, {}, value);
  }
  void number(const std::string& output, const SinkNumber& one) {
    add(("fairmon_" + one.name).c_str(), one.counter ? MetricKind::Counter : MetricKind::Gauge,
        one.help.c_str(), {{"output", output}}, one.value);
  }
  void counter(const char* name, const char* help, std::uint64_t value, Labels more = {}) {
    add(name, MetricKind::Counter, help, std::move(more), static_cast<double>(value));
  }

 private:
  void add(const char* name, MetricKind kind, const char* help, Labels more, double value) {
    more.insert(more.begin(), {"monitor", monitor_});
    family(families_, name, kind, help).samples.push_back({std::move(more), value});
  }

  std::string monitor_;
  std::vector<MetricFamily>& families_;
};

void collect_pushes(WatchedMonitor& monitor, HealthWriter& out) {
  const auto& log = monitor.log();
  if (!log) {
    return;
  }
  const eventlog::LogFacts facts = log->facts();
  out.counter("fairmon_pushed_events", "events taken over HTTP and on the disk", facts.end);
  out.counter("fairmon_pushed_duplicates", "events that were there already", facts.num_duplicates);
  out.gauge("fairmon_waiting_events", "events on the disk that are not judged yet",
            static_cast<double>(facts.end - std::min(facts.end, monitor.desk()->judged())));
  out.gauge("fairmon_log_bytes", "size of the log of pushed events",
            static_cast<double>(facts.bytes));
  out.counter("fairmon_log_commits", "groups of events that were made durable at once",
              facts.num_commits);
  if (const PushPort* port = monitor.port()) {
    const PortCounts& counts = port->counts();
    const char* help = "requests that pushed events, by what became of them";
    out.counter("fairmon_push_requests", help, counts.requests - counts.refused - counts.throttled,
                {{"result", "passed_on"}});
    out.counter("fairmon_push_requests", help, counts.refused, {{"result", "refused"}});
    out.counter("fairmon_push_requests", help, counts.throttled, {{"result", "throttled"}});
  }
}

}  // namespace

void collect_service(std::size_t num_connections, std::vector<MetricFamily>& families) {
  family(families, "fairmon_build", MetricKind::Gauge, "the program, as a label")
      .samples.push_back({{{"version", std::string(version())}}, 1.0});
  family(families, "fairmon_connections", MetricKind::Gauge, "connections that are open")
      .samples.push_back({{}, static_cast<double>(num_connections)});
}

void collect_health(WatchedMonitor& monitor, std::vector<MetricFamily>& families) {
  const MonitorPicture picture = monitor.picture();
  HealthWriter out(monitor.config().name, families);
  out.gauge("fairmon_monitor_running", "1 while the monitor runs or has finished, else 0",
            picture.state == MonitorState::Running || picture.state == MonitorState::Finished);
  out.counter("fairmon_monitor_restarts", "runs that failed and were begun again",
              picture.restarts);
  out.gauge("fairmon_monitor_epoch", "number of the current epoch",
            static_cast<double>(picture.epoch));
  out.counter("fairmon_events", "events judged in the current epoch", picture.num_events);
  out.counter("fairmon_deadlines", "moments of clocks evaluated in the current epoch",
              picture.num_deadlines);
  const char* left_out = "records that were left out, by reason";
  out.counter("fairmon_records_left_out", left_out, picture.num_bad, {{"reason", "bad"}});
  out.counter("fairmon_records_left_out", left_out, picture.num_late, {{"reason", "late"}});
  if (picture.checkpoint_age >= 0.0) {
    out.gauge("fairmon_checkpoint_age_seconds", "time since the last checkpoint",
              picture.checkpoint_age);
  }
  collect_pushes(monitor, out);
  for (const auto& [target, number] : monitor.output_numbers()) {
    out.number(target, number);
  }
}

}  // namespace fairmon::watch
