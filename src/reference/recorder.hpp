#pragma once

#include <fairmon/monitor.hpp>
#include <fairmon/result.hpp>
#include <fairmon/verdict.hpp>

#include <string>
#include <vector>

#include "reference/store.hpp"

namespace fairmon::reference {

/// Collects what happens in one cycle and hands it over when the cycle is complete.
class Recorder {
 public:
  Recorder(const ir::Program& program, std::vector<bool> observed, const MonitorOptions& options);

  void note(ChangeKind kind, ir::StreamId stream, const Cells& key, const Cells& value);
  void note_error(ir::StreamId stream, const Cells& key, std::string message, Span span);
  [[nodiscard]] bool failed() const { return !errors_.empty(); }

  /// Appends the cycle to the verdicts and forgets it. Of a cycle that stops the run
  /// (`only_errors`) nothing is kept but its errors.
  void commit(std::int64_t time, bool event, bool only_errors, VerdictBatch& verdicts);
  /// Gives every stream its column shape.
  void shape(VerdictBatch& verdicts) const;

 private:
  struct Change {
    ChangeKind kind;
    ir::StreamId stream;
    Cells key;
    Cells value;
  };

  const ir::Program& program_;
  std::vector<bool> observed_;
  bool lifecycle_;
  bool marks_;
  /// Of hidden streams: the public stream that shows errors.
  support::IdVector<ir::StreamId, ir::StreamId> owners_;
  std::vector<Change> changes_;
  std::vector<EvaluationError> errors_;
};

}  // namespace fairmon::reference
