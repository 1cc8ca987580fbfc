#include "why/replay.hpp"

#include <algorithm>
#include <map>

namespace fairmon::why {

namespace {

/// Reads single records again to learn the lines they stand in.
class Lines {
 public:
  Lines(const MakeSource& make_source, const SourceContext& context, const Tape& tape)
      : make_source_(make_source), context_(context), tape_(tape) {}

  std::uint64_t of(std::uint64_t number) {
    const auto batch = static_cast<std::size_t>(number / Tape::kBatchRows);
    const auto [found, is_new] = lines_.try_emplace(batch);
    if (is_new) {
      read(batch, found->second);
    }
    const auto row = static_cast<std::size_t>(number % Tape::kBatchRows);
    return row < found->second.size() ? found->second[row] : 0;
  }

 private:
  void read(std::size_t batch, std::vector<std::uint64_t>& lines) {
    auto source = make_source_();
    SourceContext context = context_;
    context.schema = tape_.spec().input_schema();
    context.symbols = tape_.symbols();
    context.positions = true;
    if (!source || !(*source)->open(context) ||
        (batch > 0 && !(*source)->seek(tape_.position(batch)))) {
      return;
    }
    EventBatch one(tape_.spec().num_inputs(), 1);
    while (lines.size() < tape_.batches()[batch].num_rows()) {
      one.clear();
      const auto status = (*source)->read(one);
      if (!status || (*status == ReadStatus::End && one.num_rows() == 0)) {
        return;
      }
      if (one.num_rows() == 1) {
        lines.push_back((*source)->last_line());
      }
    }
  }

  const MakeSource& make_source_;
  const SourceContext& context_;
  const Tape& tape_;
  std::map<std::size_t, std::vector<std::uint64_t>> lines_;
};

/// Judges the data up to the time asked for.
Result<void> read_tape(Tape& tape, const MakeSource& make_source, const SourceContext& context,
                       const Question& question) {
  auto source = make_source();
  if (!source) {
    return std::move(source).error();
  }
  std::optional<Error> wrong;
  auto read = tape.read(
      **source, context,
      [&](const std::optional<Timestamp>& start) -> std::optional<Timestamp> {
        auto limit =
            question.until ? question.until(start) : Result<std::optional<Timestamp>>(std::nullopt);
        if (!limit) {
          wrong = limit.error();
          return std::nullopt;
        }
        return *limit;
      },
      question.instance);
  if (wrong) {
    return *wrong;
  }
  return read;
}

}  // namespace

Result<std::optional<Explanation>> replay(const Spec& spec, const MakeSource& make_source,
                                          const SourceContext& context, const Question& question) {
  const std::vector<Requirement> asked = requirements(spec);
  Tape tape(spec, watched_for(spec, asked, question.trigger));
  if (auto read = read_tape(tape, make_source, context, question); !read) {
    return std::move(read).error();
  }
  if (!tape.found()) {
    return std::optional<Explanation>();
  }
  const auto requirement = std::find_if(asked.begin(), asked.end(), [&](const Requirement& one) {
    return one.trigger == tape.found()->firing.trigger;
  });
  Lines lines(make_source, context, tape);
  auto explained = explain(tape, *requirement, question.level,
                           [&](std::uint64_t number) { return lines.of(number); });
  if (!explained) {
    return std::move(explained).error();
  }
  return std::optional(std::move(*explained));
}

}  // namespace fairmon::why
