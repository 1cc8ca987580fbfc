#pragma once

#include <fairmon/episodes.hpp>
#include <fairmon/readings.hpp>
#include <fairmon/verdict_sink.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capi/arrow/table.hpp"

namespace fairmon::capi {

/// What people are told of a run so far: newest values and episodes.
class Told {
 public:
  Told(const Spec& spec, std::shared_ptr<SymbolTable> symbols);

  /// What has to be observed: public and plotted streams and what tells of them.
  [[nodiscard]] static VerdictSelection selection();
  void take(const VerdictBatch& batch);
  /// Empty if nothing is told of the stream.
  [[nodiscard]] std::vector<TableColumn> readings(std::uint32_t stream,
                                                  std::optional<Timestamp> start,
                                                  const VerdictFactory& order) const;
  [[nodiscard]] std::vector<TableColumn> episodes(std::optional<Timestamp> start) const;

  void save(std::string& bytes) const;
  [[nodiscard]] bool load(std::string_view bytes);
  /// Marks the texts that are told again after a restoration.
  void mark_symbols(SymbolMarks& alive) const;

 private:
  Spec spec_;
  std::shared_ptr<SymbolTable> symbols_;
  std::vector<bool> shown_;
  EpisodeLog log_{false};
  EpisodeReader reader_;
  Readings readings_;
};

}  // namespace fairmon::capi
