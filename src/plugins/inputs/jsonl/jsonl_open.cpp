// Opening: which fields there are, the start of the run, going on from a checkpoint.

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "plugins/inputs/jsonl/jsonl_source.hpp"
#include "plugins/reading/json/survey.hpp"
#include "plugins/reading/reading_place.hpp"
#include "support/text.hpp"

namespace fairmon::plugins::jsonl {

namespace {

/// So many records are looked at before the first is read, to notice misspelt fields.
constexpr std::size_t kSurveyed = 100;
/// Or fewer, if they are that long together.
constexpr std::size_t kSurveyedBytes = std::size_t{1} << 20;

}  // namespace

Result<void> JsonLinesSource::open(const SourceContext& context) {
  context_ = common_.wanted(context);
  gate_.emplace(context);
  if (auto told = apply_reading(context.schema.reading, common_); !told) {
    return told;
  }
  times_.emplace(common_.time_format, context.start_time, context.start_at_midnight);
  if (auto expanded = files_.expand(context); !expanded) {
    return expanded;
  }
  if (auto opened = begin_file(files_.first()); !opened) {
    return std::move(opened).error();
  }
  return survey();
}

Result<bool> JsonLinesSource::begin_file(Result<OpenedFile> opened) {
  if (!opened) {
    return std::move(opened).error();
  }
  if (opened->stream == nullptr) {
    return false;
  }
  // Behind the front of a file: a copy of the one at hand, which goes on where that was cut.
  line_offset_ = opened->digest.length();
  line_number_ = line_offset_ > 0 ? line_number_ : 0;
  lines_ = std::make_unique<LineReader>(std::move(opened->stream));
  lines_->start_at(line_offset_, line_number_);
  if (files_.digests()) {
    lines_->keep_digest(opened->digest);
  }
  return true;
}

/// Paths of all inputs, then the time's.
Result<void> JsonLinesSource::bind(const std::vector<std::string>& names) {
  fields_.clear();
  PathTree tree;
  const auto add = [&](const std::string& path) -> Result<void> {
    auto steps = parse_path(path);
    if (!steps) {
      return Error(ErrorCode::Usage, "the field `" + path + "` cannot be read: " + steps.error());
    }
    tree.add(*steps, fields_.size());
    fields_.push_back(path);
    return {};
  };
  for (const auto& input : context_.schema.inputs) {
    const auto mapped = std::find_if(common_.mapping.begin(), common_.mapping.end(),
                                     [&](const auto& pair) { return pair.first == input.name; });
    if (!input.needed && mapped == common_.mapping.end()) {
      continue;
    }
    const std::string& own = input.field.empty() ? input.name : input.field;
    const std::string& path = mapped == common_.mapping.end() ? own : mapped->second;
    if (std::find(fields_.begin(), fields_.end(), path) == fields_.end()) {
      if (auto added = add(path); !added) {
        return added;
      }
    }
  }
  has_time_ = !common_.interval && !context_.wall_clock;
  std::optional<std::size_t> time;
  if (has_time_) {
    std::string path = common_.time_field;
    if (path.empty()) {
      const auto field = find_time_field(common_, names);
      if (!field) {
        return field.error();
      }
      path = names[*field];
    }
    // The time may also be an input: then the same path leads to two fields.
    time = fields_.size();
    if (auto added = add(path); !added) {
      return added;
    }
  }
  auto factory = EventFactory::bind(context_, fields_, common_.mapping, common_.decode);
  if (!factory) {
    return std::move(factory).error();
  }
  factory_.emplace(std::move(*factory));
  decoder_.emplace(fields_, std::move(tree), time);
  decoder_->expect(context_, *factory_, common_.decode);
  return {};
}

Result<void> JsonLinesSource::survey() {
  std::vector<std::string> names;
  RecordDecoder looker({}, PathTree{}, std::nullopt);
  std::vector<bool> none;
  std::size_t surveyed = 0;
  while (ahead_.size() < kSurveyed && surveyed < kSurveyedBytes &&
         (ahead_.empty() || lines_->has_more())) {
    auto status = lines_->next();
    if (!status) {
      return std::move(status).error();
    }
    if (*status == LineStatus::Nothing) {
      if (context_.stop != nullptr && context_.stop->load()) {
        break;
      }
      if (context_.waiting) {
        context_.waiting("waiting for the first record");
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      continue;
    }
    if (*status != LineStatus::Line) {
      break;
    }
    looker.survey(lines_->line(), none, names);
    surveyed += lines_->line().size();
    ahead_.push_back(
        {std::string(lines_->line()), lines_->number(), lines_->digest(), lines_->offset()});
  }
  if (context_.waiting) {
    context_.waiting({});
  }
  if (auto lines = check_lines(names); !lines) {
    return std::move(lines).error().with_context("reading `" + files_.name() + "`");
  }
  if (auto bound = bind(names); !bound) {
    return std::move(bound).error().with_context("reading `" + files_.name() + "`");
  }
  std::vector<bool> seen(fields_.size(), false);
  for (const Ahead& line : ahead_) {
    decoder_->survey(line.text, seen, names);
    // With calendar times the run starts at the first one.
    if (has_time_ && decoder_->time_text() && !times_->start_time()) {
      TimeReader trial = *times_;
      if (trial.read(*decoder_->time_text())) {
        trial.set_last({});
        times_ = trial;
      }
    }
  }
  return names.empty() || allow_absent_ ? Result<void>()
                                        : check_seen(fields_, seen, names, ahead_.size());
}

Result<void> JsonLinesSource::check_lines(const std::vector<std::string>& names) const {
  if (!names.empty() || allow_absent_) {
    return {};
  }
  if (context_.stop != nullptr && context_.stop->load()) {
    return Error(ErrorCode::Cancelled, "stopped before the first record came");
  }
  std::string first;
  for (const Ahead& line : ahead_) {
    first = first.empty() ? std::string(support::trimmed(line.text)) : first;
  }
  if (first.empty()) {
    return Error(ErrorCode::Input, "the file is empty; expected one JSON object per line");
  }
  const bool other_layout = first.starts_with('[') || first == "{";
  return Error(
      ErrorCode::Input,
      std::string("expected one JSON object per line, but none of the first lines is one") +
          (other_layout ? "; an array, or objects over several lines, can be converted: "
                          "jq -c '.[]' or jq -c . FILE"
                        : ""));
}

std::string JsonLinesSource::position() const {
  if (!files_.can_resume()) {
    return {};
  }
  const bool ahead = next_ahead_ < ahead_.size();
  const support::RollingDigest digest = !ahead             ? lines_->digest()
                                        : next_ahead_ == 0 ? support::RollingDigest()
                                                           : ahead_[next_ahead_ - 1].digest;
  FileMark mark{files_.number(),
                lines_->stream().file_mark(),
                line_offset_,
                digest.value(),
                files_.finished(),
                0,
                0};
  mark.look_ahead([&] { return lines_->digest_ahead(); });
  const ReadingPlace place{mark, line_number_, num_records_};
  return place.to_text(*times_, *gate_);
}

Result<void> JsonLinesSource::seek(std::string_view position) {
  const auto place = ReadingPlace::from_text(position, files_, times_, *gate_);
  if (!place) {
    return place.error();
  }
  ahead_.clear();
  next_ahead_ = 0;
  num_records_ = place->num_records;
  line_number_ = place->line;
  auto begun = begin_file(files_.resume(place->mark));
  return begun ? Result<void>() : Result<void>(std::move(begun).error());
}

std::string JsonLinesSource::identity() const { return files_.identity(); }

}  // namespace fairmon::plugins::jsonl
