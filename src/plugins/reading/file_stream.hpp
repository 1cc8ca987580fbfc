#pragma once

#include <string>
#include <string_view>

#include "plugins/reading/byte_stream.hpp"

namespace fairmon::plugins {

/// Plain bytes of a file descriptor.
class FileStream final : public ByteStream {
 public:
  FileStream(std::string name, int descriptor, const StreamOptions& options);
  ~FileStream() override;
  FileStream(const FileStream&) = delete;
  FileStream& operator=(const FileStream&) = delete;

  Result<std::size_t> read(char* into, std::size_t room) override;
  [[nodiscard]] bool live() const override {
    return options_.follow && regular_ && !replaced_ && !cut_;
  }
  [[nodiscard]] bool replaced() const override { return replaced_; }
  [[nodiscard]] bool cut() const override { return cut_; }
  [[nodiscard]] std::uint64_t file_mark() const override { return mark_; }
  [[nodiscard]] bool ready() const override;
  [[nodiscard]] std::optional<double> share() const override;

  /// The first bytes without taking them away.
  Result<std::string> peek(std::size_t count);

 private:
  /// Bytes, or the end, are there without waiting.
  [[nodiscard]] bool can_read() const;
  Result<std::size_t> read_descriptor(char* into, std::size_t room);
  /// The name stands for another file now.
  [[nodiscard]] bool is_replaced() const;
  [[nodiscard]] bool is_cut(std::size_t just_read) const;
  void remember(std::string_view bytes);

  static constexpr std::size_t kRemembered = 64;

  std::string name_;
  int descriptor_;
  StreamOptions options_;
  bool regular_ = false;
  bool replaced_ = false;
  bool cut_ = false;
  std::uint64_t mark_ = 0;
  std::uint32_t tapped_as_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
  std::string peeked_;
  std::string tail_;  ///< the last bytes read of a file that is followed
};

}  // namespace fairmon::plugins
