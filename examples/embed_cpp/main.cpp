// Monitors decisions from inside a program: compile once, feed batches, read the verdicts.
#include <fairmon/fairmon.hpp>

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr const char* kSpecification = R"(input group: String
input accepted: Bool
output rate_a := accepted.prob(given: group == "A")
output rate_b := accepted.prob(given: group == "B")
trigger abs(rate_a - rate_b) > 0.4 "acceptance rates are far apart"
)";

struct Decision {
  const char* group;
  bool accepted;
};

void print(const fairmon::VerdictFactory& factory, const fairmon::VerdictBatch& verdicts) {
  std::vector<fairmon::VerdictRow> rows;
  factory.rows(verdicts, rows);
  for (const fairmon::VerdictRow& row : rows) {
    const fairmon::StreamInfo& stream = factory.spec().streams()[row.stream];
    const long long seconds = row.time.ns / 1'000'000'000;
    if (stream.kind == fairmon::StreamKind::Trigger) {
      std::printf("%lld s: %s\n", seconds, stream.message.c_str());
    } else if (row.kind == fairmon::ChangeKind::Value) {
      std::string text;
      fairmon::append_text(text, stream.type, row.values, *factory.context().symbols);
      std::printf("%lld s: %s = %s\n", seconds, stream.name.c_str(), text.c_str());
    }
  }
}

int run(const fairmon::Spec& spec) {
  auto monitor = fairmon::Monitor::create(spec);
  if (!monitor) {
    std::fprintf(stderr, "%s\n", monitor.error().to_string().c_str());
    return 1;
  }
  fairmon::EventBatch events(spec.num_inputs());
  const std::array decisions = {Decision{"A", true}, Decision{"B", true}, Decision{"B", false},
                                Decision{"A", true}, Decision{"B", true}};
  std::int64_t second = 0;
  for (const Decision& decision : decisions) {
    const std::size_t row = events.add_row({++second * 1'000'000'000});
    events.set(row, 0, monitor->symbols()->intern(decision.group));
    events.set(row, 1, fairmon::cell_of(decision.accepted));
  }
  fairmon::SinkContext context;
  context.symbols = monitor->symbols();
  context.selection.verbosity = fairmon::Verbosity::Outputs;
  const fairmon::VerdictFactory factory(spec, context);
  fairmon::VerdictBatch verdicts;
  if (const auto accepted = monitor->accept(events, verdicts); !accepted) {
    std::fprintf(stderr, "%s\n", accepted.error().to_string().c_str());
    return 1;
  }
  print(factory, verdicts);
  return 0;
}

}  // namespace

int main() {
  const fairmon::SourceFile source("parity.lola", kSpecification);
  const fairmon::Compiled compiled = fairmon::compile(source);
  if (!compiled.spec) {
    std::fputs(fairmon::render(compiled.diagnostics).c_str(), stderr);
    return 1;
  }
  return run(*compiled.spec);
}
