#pragma once

#include <fairmon/plugin.hpp>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/check.hpp"

namespace fairmon::plugins::testing {

/// Bytes under a file name, without a disk.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size)
      : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
    const ssize_t written = ::write(descriptor_, data, size);
    FAIRMON_CHECK(written == static_cast<ssize_t>(size), "the memory file takes everything");
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// All events of a file as text, bad and late records left out; empty if it cannot be opened.
inline std::string read_leniently(const InputPlugin& plugin, const std::string& path,
                                  std::size_t batch_rows) {
  SourceContext context;
  context.schema.inputs = {{"a", Type::integer(16), true}, {"b", Type::floating(), true},
                           {"s", Type::string(), true},    {"p", Type::prob(), true},
                           {"t", Type::boolean(), true},   {"d", Type::time(), true}};
  context.symbols = std::make_shared<SymbolTable>();
  context.on_bad_record = RecordPolicy::Skip;
  context.on_late = LatePolicy::Skip;
  const auto options = OptionValues::check(plugin.options(), {});
  auto source = plugin.make(*options, {path});
  if (!source || !(*source)->open(context)) {
    return {};
  }
  std::string text;
  EventBatch batch(context.schema.inputs.size(), batch_rows);
  Timestamp last;
  while (true) {
    batch.clear();
    const auto status = (*source)->read(batch);
    FAIRMON_CHECK(batch.num_rows() <= batch_rows, "more rows than fit");
    for (std::size_t row = 0; row < batch.num_rows(); ++row) {
      FAIRMON_CHECK(batch.times()[row] >= last, "time goes back");
      last = batch.times()[row];
      text += std::to_string(last.ns);
      for (std::size_t input = 0; input < batch.num_inputs(); ++input) {
        text += ' ';
        if (batch.column(input).has(row)) {
          append_text(text, context.schema.inputs[input].type, &batch.column(input).cells[row],
                      *context.symbols);
        }
      }
      text += '\n';
    }
    if (!status || *status == ReadStatus::End) {
      return text;
    }
  }
}

}  // namespace fairmon::plugins::testing
