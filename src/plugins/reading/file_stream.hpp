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
  [[nodiscard]] bool live() const override { return options_.follow && regular_; }
  [[nodiscard]] bool ready() const override;
  [[nodiscard]] std::optional<double> share() const override;

  /// The first bytes without taking them away.
  Result<std::string> peek(std::size_t count);

 private:
  Result<std::size_t> read_descriptor(char* into, std::size_t room);
  /// Starts over when the file was cut or replaced by a new one of the same name.
  void notice_rotation();

  std::string name_;
  int descriptor_;
  StreamOptions options_;
  bool regular_ = false;
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
  std::string peeked_;
};

}  // namespace fairmon::plugins
