#include "plugins/writing/row_evidence.hpp"

#include <fairmon/readings.hpp>

namespace fairmon::plugins {

namespace {

std::string bytes_of_instance(const StreamInfo& stream, const VerdictRow& row) {
  std::size_t cells = 0;
  for (const StreamInfo::Parameter& parameter : stream.parameters) {
    cells += parameter.type.num_cells();
  }
  return row.parameters == nullptr
             ? std::string()
             : std::string(reinterpret_cast<const char*>(row.parameters), cells * sizeof(Cell));
}

bool tells_of_value(StreamInfo::Tells tells) {
  return tells == StreamInfo::Tells::Trials || tells == StreamInfo::Tells::Lower ||
         tells == StreamInfo::Tells::Upper || tells == StreamInfo::Tells::Stretch;
}

void note(ValueEvidence& evidence, const StreamInfo& stream, const VerdictRow& row) {
  if (stream.tells == StreamInfo::Tells::Trials) {
    evidence.trials = *row.values;
  } else if (stream.tells == StreamInfo::Tells::Stretch) {
    const auto ago = static_cast<std::int64_t>(*row.values);
    if (ago >= 0) {  // else it speaks of the whole run
      evidence.stretch_from = Timestamp{row.time.ns - ago};
    }
  } else {
    auto& end = stream.tells == StreamInfo::Tells::Lower ? evidence.lower : evidence.upper;
    end = height_of(stream.type, row.values);
  }
}

}  // namespace

void RowEvidence::gather(const Spec& spec, std::vector<VerdictRow>& rows) {
  found_.clear();
  const auto streams = spec.streams();
  for (std::size_t begin = 0; begin < rows.size();) {
    std::size_t end = begin;
    while (end < rows.size() && rows[end].cycle == rows[begin].cycle) {
      ++end;
    }
    of_cycle_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const StreamInfo& stream = streams[rows[i].stream];
      if (!tells_of_value(stream.tells) || rows[i].kind != ChangeKind::Value ||
          rows[i].error != nullptr) {
        continue;
      }
      ValueEvidence*& evidence = of_cycle_[{stream.tells_of, bytes_of_instance(stream, rows[i])}];
      if (evidence == nullptr) {
        evidence = &found_.emplace_back();
      }
      note(*evidence, stream, rows[i]);
    }
    for (std::size_t i = begin; i < end && !of_cycle_.empty(); ++i) {
      const StreamInfo& stream = streams[rows[i].stream];
      const auto known = of_cycle_.find({rows[i].stream, bytes_of_instance(stream, rows[i])});
      if (known != of_cycle_.end() && rows[i].kind == ChangeKind::Value) {
        rows[i].evidence = known->second;
      }
    }
    begin = end;
  }
  std::erase_if(rows, [&](const VerdictRow& row) {
    const StreamInfo::Tells tells = streams[row.stream].tells;
    return tells != StreamInfo::Tells::Nothing && tells != StreamInfo::Tells::Judgement;
  });
}

}  // namespace fairmon::plugins
