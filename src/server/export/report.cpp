#include "report/print/render.hpp"
#include "server/export/export.hpp"
#include "server/export/html.hpp"

namespace fairmon::server {

namespace {

constexpr std::size_t kMaxTriggers = 10'000;

std::string row(std::string_view name, const std::string& value) {
  return "<tr><th>" + std::string(name) + "</th><td>" + value + "</td></tr>";
}

std::string figures(const Run& run) {
  const RunStatus status = run.status();
  const RunHistory& history = run.history();
  std::string out = "<table>" + row("State", std::string(phase_name(status.phase))) +
                    row("Data", escape_html(run.settings().data_name) + " (" +
                                    escape_html(run.settings().plugin) + ")") +
                    row("Events", std::to_string(status.progress.num_events)) +
                    row("Monitor time", people_time(history.reached(), history)) +
                    row("Firings", std::to_string(history.num_firings()) + " in " +
                                       std::to_string(history.episodes().size()) + " episodes");
  for (const auto& [panel, cases] : history.left_out()) {
    if (cases > 0) {
      out += row("Left out", std::to_string(cases) + " cases without a group label (" +
                                 escape_html(panel) + ")");
    }
  }
  const Run::Label label = run.label();
  out += label.note.empty() ? "" : row("Note", escape_html(label.note));
  return out + "</table>" +
         (status.error.empty() ? "" : "<pre>" + escape_html(status.error) + "</pre>");
}

std::string trigger_table(const RunHistory& history) {
  const auto start = history.start_time();
  std::string out = "<table><tr><th>No.</th><th>Time</th><th>Episode</th><th>Trigger</th></tr>";
  for (const Firing& firing : history.firings_after(0, kMaxTriggers)) {
    out += "<tr><td>" + std::to_string(firing.number) + "</td><td>" +
           time_text(firing.time, start) + "</td><td>" + std::to_string(firing.episode) +
           "</td><td>" + escape_html(firing.text) + "</td></tr>";
  }
  return out + "</table>";
}

}  // namespace

std::string html_report(const Run& run) {
  if (const auto document = run.document()) {
    return report::to_html(*document);
  }
  const RunHistory& history = run.history();
  const std::string title = run.label().title;
  std::string out =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>FairMon report</title>"
      "<style>body{font:15px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}"
      "svg{width:100%;font:11px sans-serif}pre{background:#f4f5f7;padding:1rem;overflow:auto}"
      "table{border-collapse:collapse}td,th{text-align:left;padding:.15rem .8rem .15rem 0}"
      "</style><h1>" +
      escape_html(title.empty() ? run.settings().name : title) + "</h1>" +
      requirement_list(history) + figures(run);
  for (const Panel& panel : history.panels()) {
    out += "<h2>" + escape_html(panel.title.empty() ? panel.id : panel.title) + "</h2>" +
           panel_picture(history, panel);
  }
  out += "<p>Curves are reduced to the first, smallest, largest and last value of each of " +
         std::to_string(kPictureWidth / 2) + " stretches of time; at most " +
         std::to_string(kMostCurves) +
         " curves are drawn per panel. Hatched: the data so far allow both verdicts. Bands: where "
         "the chance behind a curve lies, at the level its requirement names.</p>"
         "<h2>Triggers</h2>" +
         trigger_table(history);
  if (history.num_firings() > kMaxTriggers) {
    out += "<p>Only the first " + std::to_string(kMaxTriggers) + " of " +
           std::to_string(history.num_firings()) + " firings are listed.</p>";
  }
  return out + "<h2>Specification</h2><pre>" + escape_html(run.settings().spec) + "</pre></html>";
}

}  // namespace fairmon::server
