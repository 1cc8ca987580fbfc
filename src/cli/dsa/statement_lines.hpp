#pragma once

#include <string>
#include <vector>

#include "dsa/client/page.hpp"

namespace fairmon::cli {

/// Statements as lines of CSV or JSON. The first field is the time, so that a file of such lines
/// can be monitored as it is.
class StatementLines : public dsa::StatementVisitor {
 public:
  StatementLines(std::vector<std::string> fields, bool csv)
      : fields_(std::move(fields)), csv_(csv), values_(fields_.size()) {}

  /// The first line of the file, if it has one.
  [[nodiscard]] std::string header() const;
  std::string text;  ///< lines so far

  void begin() override { values_.assign(fields_.size(), {}); }
  void field(std::size_t number, const dsa::FieldValue& value) override;
  bool end() override;

 private:
  std::vector<std::string> fields_;
  bool csv_;
  std::vector<std::string> values_;
  std::string time_;
};

}  // namespace fairmon::cli
