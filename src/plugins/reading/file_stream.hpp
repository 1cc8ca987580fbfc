#pragma once

#include <string>

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
  Result<void> skip(std::uint64_t bytes) override;
  [[nodiscard]] bool live() const override { return options_.follow && regular_ && !replaced_; }
  [[nodiscard]] bool replaced() const override { return replaced_; }
  [[nodiscard]] std::uint64_t file_mark() const override { return mark_; }
  [[nodiscard]] bool ready() const override;
  [[nodiscard]] std::optional<double> share() const override;

  /// The first bytes without taking them away.
  Result<std::string> peek(std::size_t count);

 private:
  Result<std::size_t> read_descriptor(char* into, std::size_t room);
  /// The file was cut, or its name stands for another one now.
  [[nodiscard]] bool is_replaced() const;

  std::string name_;
  int descriptor_;
  StreamOptions options_;
  bool regular_ = false;
  bool replaced_ = false;
  std::uint64_t mark_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
  std::string peeked_;
};

}  // namespace fairmon::plugins
