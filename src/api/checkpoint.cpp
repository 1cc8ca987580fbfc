#include "api/checkpoint.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "api/digest.hpp"

namespace fairmon::api {
namespace {

constexpr std::string_view kMagic = "fairmon checkpoint 2\n";

void put_number(std::string& out, std::uint64_t number) {
  for (unsigned shift = 0; shift < 64; shift += 8) {
    out += static_cast<char>((number >> shift) & 0xffU);
  }
}

void put_text(std::string& out, std::string_view text) {
  put_number(out, text.size());
  out += text;
}

/// Every read says whether there was enough left.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::optional<std::uint64_t> number() {
    if (rest_.size() < 8) {
      return std::nullopt;
    }
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
    }
    rest_.remove_prefix(8);
    return value;
  }
  std::optional<std::string_view> text() {
    const auto size = number();
    if (!size || *size > rest_.size()) {
      return std::nullopt;
    }
    const std::string_view found = rest_.substr(0, *size);
    rest_.remove_prefix(*size);
    return found;
  }

 private:
  std::string_view rest_;
};

Error damaged() { return {ErrorCode::Checkpoint, "the checkpoint is damaged or incomplete"}; }

}  // namespace

std::string write_checkpoint(const Checkpoint& checkpoint, const SymbolTable& symbols,
                             const SymbolMarks* alive) {
  std::string content;
  put_text(content, checkpoint.digest);
  put_number(content, checkpoint.engine == EngineKind::Fast ? 0 : 1);
  const std::size_t place_of_count = content.size();
  put_number(content, 0);
  std::uint64_t count = 0;
  for (std::uint32_t symbol = symbols.next(1); symbol != SymbolTable::kMissing;
       symbol = symbols.next(symbol + 1)) {
    if (alive == nullptr || alive->has(symbol)) {
      put_number(content, symbol);
      put_text(content, symbols.text(symbol));
      ++count;
    }
  }
  std::string counted;
  put_number(counted, count);
  content.replace(place_of_count, counted.size(), counted);
  put_text(content, checkpoint.state);
  std::string bytes(kMagic);
  put_text(bytes, digest_of(content));
  return bytes + content;
}

Result<Checkpoint> read_checkpoint(std::string_view bytes, SymbolTable& symbols) {
  if (!bytes.starts_with(kMagic)) {
    return Error(ErrorCode::Checkpoint,
                 bytes.starts_with(kMagic.substr(0, 18))
                     ? "the checkpoint was written by another version of FairMon"
                     : "this is no checkpoint of FairMon");
  }
  bytes.remove_prefix(kMagic.size());
  Reader head(bytes);
  const auto sum = head.text();
  if (!sum || digest_of(bytes.substr(8 + sum->size())) != *sum) {
    return damaged();
  }
  Reader reader(bytes.substr(8 + sum->size()));
  Checkpoint checkpoint;
  const auto digest = reader.text();
  const auto engine = reader.number();
  const auto num_symbols = reader.number();
  if (!digest || !engine || !num_symbols) {
    return damaged();
  }
  checkpoint.digest = *digest;
  checkpoint.engine = *engine == 0 ? EngineKind::Fast : EngineKind::Reference;
  std::vector<std::pair<std::uint32_t, std::string_view>> numbered;
  for (std::uint64_t left = *num_symbols; left > 0; --left) {
    const auto symbol = reader.number();
    const auto text = reader.text();
    if (!symbol || !text || *symbol >= SymbolTable::kMissing) {
      return damaged();
    }
    numbered.emplace_back(static_cast<std::uint32_t>(*symbol), *text);
  }
  if (!symbols.restore(numbered)) {
    return Error(ErrorCode::Checkpoint,
                 "a checkpoint must be restored before the run has read any event");
  }
  const auto state = reader.text();
  if (!state) {
    return damaged();
  }
  checkpoint.state = *state;
  return checkpoint;
}

}  // namespace fairmon::api
