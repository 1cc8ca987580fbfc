#include "plugins/writing/json_rows.hpp"

#include <fairmon/judgements.hpp>

#include <algorithm>
#include <utility>

#include "plugins/writing/instance_text.hpp"
#include "plugins/writing/json_text.hpp"

namespace fairmon::plugins {

namespace {

void append_evidence(std::string& out, const ValueEvidence* evidence, const TimeWriter& times) {
  if (evidence != nullptr && evidence->lower && evidence->upper) {
    out += ",\"lower\":";
    append_json_number(out, *evidence->lower);
    out += ",\"upper\":";
    append_json_number(out, *evidence->upper);
  }
  if (evidence != nullptr && evidence->trials) {
    out += ",\"n\":" + std::to_string(*evidence->trials);
  }
  if (evidence != nullptr && evidence->stretch_from) {
    out += ",\"stretch_from\":\"";
    times.append(out, *evidence->stretch_from);
    out += '"';
  }
}

}  // namespace

JsonRows::JsonRows(const VerdictFactory& factory, TimeWriter times)
    : factory_(factory), times_(times) {
  for (const StreamInfo& stream : factory.spec().streams()) {
    Look look;
    append_json_string(look.key, stream.name);
    look.type = stream.type;
    look.judgement = stream.tells == StreamInfo::Tells::Judgement;
    look.parameters = parameter_types(stream);
    for (const Type& type : look.parameters) {
      look.cells_per_instance += type.num_cells();
    }
    looks_.push_back(std::move(look));
  }
}

void JsonRows::append_lines(std::string& out, const std::vector<VerdictRow>& rows) {
  for (std::size_t at = 0; at < rows.size();) {
    std::size_t end = at + 1;
    while (end < rows.size() && rows[end].cycle == rows[at].cycle) {
      ++end;
    }
    append_cycle(out, rows.data() + at, end - at);
    out += '\n';
    at = end;
  }
}

void JsonRows::append_cycle(std::string& out, const VerdictRow* rows, std::size_t count) {
  out += "{\"time\":\"";
  times_.append(out, rows->time);
  out += '"';
  for (std::size_t at = 0; at < count;) {
    std::size_t end = at + 1;
    while (end < count && rows[end].stream == rows[at].stream) {
      ++end;
    }
    append_stream(out, rows + at, end - at);
    at = end;
  }
  out += '}';
}

/// All changes of one stream in one cycle; those of one instance become one object.
void JsonRows::append_stream(std::string& out, const VerdictRow* rows, std::size_t count) {
  const Look& look = looks_[rows->stream];
  const auto same_instance = [&](const Cell* a, const Cell* b) {
    return a == b ||
           (a != nullptr && b != nullptr && std::equal(a, a + look.cells_per_instance, b));
  };
  group_.assign(rows, rows + count);
  // Rows come ordered by kind, then instance.
  if (std::any_of(group_.begin(), group_.end(),
                  [&](const VerdictRow& row) { return row.kind != rows->kind; })) {
    std::stable_sort(group_.begin(), group_.end(), [&](const VerdictRow& a, const VerdictRow& b) {
      return factory_.compare_instances(rows->stream, a.parameters, b.parameters) < 0;
    });
  }
  out += ',';
  out += look.key;
  out += ":[";
  for (std::size_t at = 0; at < group_.size();) {
    std::size_t end = at + 1;
    while (end < group_.size() && same_instance(group_[at].parameters, group_[end].parameters)) {
      ++end;
    }
    if (at > 0) {
      out += ',';
    }
    append_instance(out, look, at, end);
    at = end;
  }
  out += ']';
}

void JsonRows::append_instance(std::string& out, const Look& look, std::size_t begin,
                               std::size_t end) {
  char separator = '{';
  const auto member = [&](std::string_view text) {
    out += separator;
    out += text;
    separator = ',';
  };
  if (!look.parameters.empty() && group_[begin].parameters != nullptr) {
    member("\"instance\":");
    append_parameter_array(out, look, group_[begin].parameters);
  }
  for (std::size_t i = begin; i < end; ++i) {
    const VerdictRow& row = group_[i];
    if (row.error != nullptr) {
      member("\"error\":");
      append_json_string(out, row.error->message);
    } else if (look.judgement && row.kind == ChangeKind::Value) {
      member("\"eval\":");
      append_json_string(out, judgement_name(static_cast<Judgement>(*row.values)));
    } else if (row.kind == ChangeKind::Value) {
      member("\"eval\":");
      append_json_value(out, look.type, row.values, *factory_.context().symbols);
      append_evidence(out, row.evidence, times_);
    } else {
      member(row.kind == ChangeKind::Spawn ? "\"spawn\":true" : "\"close\":true");
    }
  }
  out += '}';
}

void JsonRows::append_parameter_array(std::string& out, const Look& look, const Cell* cells) const {
  char separator = '[';
  for (const Type& type : look.parameters) {
    out += separator;
    separator = ',';
    append_json_value(out, type, cells, *factory_.context().symbols);
    cells += type.num_cells();
  }
  out += ']';
}

}  // namespace fairmon::plugins
