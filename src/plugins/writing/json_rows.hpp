#pragma once

#include <fairmon/time_format.hpp>
#include <fairmon/verdict_sink.hpp>

#include <string>
#include <vector>

namespace fairmon::plugins {

/// Writes verdicts as JSON, one object per cycle: `{"time":"1.5","x":[{"eval":3}]}`.
class JsonRows {
 public:
  JsonRows(const VerdictFactory& factory, TimeWriter times);

  /// Appends the object of one cycle, which these rows make up; no line end.
  void append_cycle(std::string& out, const VerdictRow* rows, std::size_t count);
  /// Appends one line per cycle.
  void append_lines(std::string& out, const std::vector<VerdictRow>& rows);

 private:
  struct Look {
    std::string key;
    Type type;
    bool judgement = false;
    std::vector<Type> parameters;
    std::size_t cells_per_instance = 0;
  };
  void append_stream(std::string& out, const VerdictRow* rows, std::size_t count);
  void append_instance(std::string& out, const Look& look, std::size_t begin, std::size_t end);
  void append_parameter_array(std::string& out, const Look& look, const Cell* cells) const;

  const VerdictFactory& factory_;
  TimeWriter times_;
  std::vector<Look> looks_;
  std::vector<VerdictRow> group_;
};

}  // namespace fairmon::plugins
