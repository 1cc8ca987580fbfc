#pragma once

#include <fairmon/event.hpp>
#include <fairmon/event_source.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plugins/inputs/csv/rows.hpp"
#include "plugins/inputs/csv/string_cache.hpp"

namespace fairmon::plugins::csv {

/// A field that could not be decoded.
struct BadField {
  std::size_t row = 0;  ///< within the rows given to the decoder
  std::size_t field = 0;
  std::string message;
};

/// Decodes one field of many records into one column of a batch: first a quick reading of the
/// usual way to write a value of the type, then, where that does not fit, the rules all sources
/// share.
class ColumnDecoder {
 public:
  ColumnDecoder(const Type& type, std::uint32_t input, std::size_t field,
                std::shared_ptr<SymbolTable> symbols, const DecodeOptions& options);

  /// Fills rows `base` to `base + rows.count` of the input's column.
  void decode(const Rows& rows, EventBatch& batch, std::size_t base, std::vector<BadField>& bad);
  [[nodiscard]] std::size_t field() const { return field_; }

 private:
  template <class Quick>
  void decode_with(const Quick& quick, const Rows& rows, InputColumn& column, std::size_t base,
                   std::vector<BadField>& bad);
  void decode_strings(const Rows& rows, InputColumn& column, std::size_t base,
                      std::vector<BadField>& bad);
  void decode_slowly(const Rows& rows, std::size_t row, InputColumn& column, std::size_t base,
                     std::vector<BadField>& bad);
  [[nodiscard]] bool missing(std::string_view text) const;

  Type type_;
  std::uint32_t input_;
  std::size_t field_;
  std::shared_ptr<SymbolTable> symbols_;
  DecodeOptions options_;
  bool empty_is_missing_;
  std::vector<std::string> missing_;  ///< spellings besides the empty text
  StringCache cache_;
  std::string scratch_;
};

}  // namespace fairmon::plugins::csv
