#include <fairmon/plugin.hpp>

#include <array>
#include <utility>

#include "plugins/inputs/jsonl/jsonl_source.hpp"

namespace fairmon::plugins {

namespace jsonl {

namespace {

constexpr std::array<std::string_view, 3> kSuffixes = {".jsonl", ".ndjson", ".json"};

constexpr std::string_view kDocumentation =
    R"(Reads files with one JSON object per line. Every input takes the member of its own name;
`--map 'score=model.scores[0]'` reaches into nested objects and arrays, and a name with special
characters is written `["a.b"]`. `null` and members that are not there are missing values. Numbers,
Booleans and texts are checked against the input's type; a text is also read as a number where one
is wanted. `.gz` and `.zst` files, patterns, several files and `-` work as for CSV.
)";

std::span<const OptionInfo> options() {
  static const std::vector<OptionInfo> kTable = [] {
    std::vector<OptionInfo> table = common_input_options();
    OptionInfo absent;
    absent.name = "allow-absent";
    absent.kind = OptionKind::Flag;
    absent.summary = "a field that none of the first 100 records has is no mistake";
    absent.group = "fields";
    table.push_back(absent);
    return table;
  }();
  return kTable;
}

Result<std::unique_ptr<EventSource>> make(const OptionValues& values,
                                          const std::vector<std::string>& targets) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("sse4.2") == 0 || __builtin_cpu_supports("pclmul") == 0) {
    return Error(ErrorCode::Input,
                 "reading JSON needs a processor with SSE 4.2 and PCLMUL; convert the data to CSV");
  }
#endif
  auto common = read_common_options(values);
  if (!common) {
    return std::move(common).error();
  }
  // `#` is an ordinary text here: JSON has its own way to leave a value out.
  std::erase(common->decode.missing, "#");
  return std::unique_ptr<EventSource>(std::make_unique<JsonLinesSource>(
      std::move(*common), targets.empty() ? std::vector<std::string>{"-"} : targets,
      values.flag("allow-absent")));
}

}  // namespace

}  // namespace jsonl

namespace inputs {
extern const InputPlugin jsonl;
const InputPlugin jsonl = {"jsonl",
                           "one JSON object per line",
                           plugins::jsonl::kDocumentation,
                           plugins::jsonl::kSuffixes,
                           plugins::jsonl::options,
                           plugins::jsonl::make};
}  // namespace inputs

}  // namespace fairmon::plugins
