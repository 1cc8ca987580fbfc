#pragma once

// What the benchmarks of the inputs share: a trace in a file, and reading it through a plugin.

#include <benchmark/benchmark.h>
#include <fairmon/plugin.hpp>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fairmon::plugins::bench {

inline constexpr std::size_t kLines = 1'000'000;

/// A trace that lives as long as the program.
class TraceFile {
 public:
  /// `append_line` adds the line of a row, line feed included, to a text.
  template <class Line>
  TraceFile(const std::string& name, const std::string& header, const Line& append_line)
      : path_((std::filesystem::temp_directory_path() /
               ("fairmon-bench-" + std::to_string(::getpid()) + "-" + name))
                  .string()) {
    std::ofstream out(path_, std::ios::binary);
    std::string text = header;
    for (std::size_t row = 0; row < kLines; ++row) {
      append_line(row, text);
      if (text.size() > std::size_t{1} << 16) {
        out << text;
        text.clear();
      }
    }
    out << text;
  }
  ~TraceFile() { std::filesystem::remove(path_); }
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::int64_t bytes() const {
    return static_cast<std::int64_t>(std::filesystem::file_size(path_));
  }

 private:
  std::string path_;
};

/// A file in memory, for readers written by hand.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts{};
    if (file >= 0 && ::fstat(file, &facts) == 0) {
      size_ = static_cast<std::size_t>(facts.st_size);
      memory_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    }
    ::close(file);
  }
  ~MappedFile() { ::munmap(memory_, size_); }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  [[nodiscard]] std::string_view text() const { return {static_cast<const char*>(memory_), size_}; }

 private:
  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

/// Reads the file to its end and gives every batch to `look`. False if something went wrong.
template <class Look>
bool read_through(const InputPlugin& plugin, const std::string& path,
                  const std::vector<std::pair<std::string, Type>>& inputs, const Look& look) {
  SourceContext context;
  for (const auto& [name, type] : inputs) {
    context.schema.inputs.push_back({name, type, true});
  }
  context.symbols = std::make_shared<SymbolTable>();
  const auto options = OptionValues::check(plugin.options(), {});
  auto source = plugin.make(*options, {path});
  if (!source || !(*source)->open(context)) {
    return false;
  }
  EventBatch batch(inputs.size(), 4096);
  while (true) {
    batch.clear();
    const auto status = (*source)->read(batch);
    if (!status) {
      return false;
    }
    look(batch);
    if (*status == ReadStatus::End) {
      return true;
    }
  }
}

/// What every way of reading a trace reports: speed, and a sum that tells whether it read right.
inline void report(benchmark::State& state, const TraceFile& file, double sum, double expected) {
  if (sum != expected) {
    state.SkipWithError("the sum over the last column is wrong");
  }
  state.counters["sum"] = sum;
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kLines));
  state.SetBytesProcessed(state.iterations() * file.bytes());
}

}  // namespace fairmon::plugins::bench
