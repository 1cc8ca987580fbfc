#include <utility>
#include <vector>

#include "plugins/reading/packed_stream.hpp"

#ifdef FAIRMON_HAS_ZLIB

#include <zlib.h>

namespace fairmon::plugins {

namespace {

constexpr std::size_t kPackedBytes = std::size_t{1} << 16;
constexpr int kGzipWindow = 15 + 16;  // largest window, gzip header expected

class GzipStream final : public ByteStream {
 public:
  GzipStream(std::string name, std::unique_ptr<ByteStream> packed)
      : name_(std::move(name)), packed_(std::move(packed)), input_(kPackedBytes) {
    usable_ = inflateInit2(&state_, kGzipWindow) == Z_OK;
  }
  ~GzipStream() override { inflateEnd(&state_); }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  Result<std::size_t> read(char* into, std::size_t room) override {
    if (!usable_) {
      return Error(ErrorCode::Internal, "the gzip library could not be started");
    }
    state_.next_out = reinterpret_cast<Bytef*>(into);
    state_.avail_out = static_cast<uInt>(room);
    while (state_.avail_out == room) {
      if (state_.avail_in == 0) {
        auto count = packed_->read(input_.data(), input_.size());
        if (!count) {
          return std::move(count).error();
        }
        if (*count == 0) {
          return inside_ && !packed_->live() ? Result<std::size_t>(truncated())
                                             : Result<std::size_t>(std::size_t{0});
        }
        state_.next_in = reinterpret_cast<Bytef*>(input_.data());
        state_.avail_in = static_cast<uInt>(*count);
      }
      inside_ = true;
      const int code = inflate(&state_, Z_NO_FLUSH);
      if (code == Z_STREAM_END) {
        inside_ = false;
        inflateReset(&state_);
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        return Error(ErrorCode::Input, "`" + name_ + "` is damaged: the gzip data do not unpack");
      }
    }
    return room - state_.avail_out;
  }

  [[nodiscard]] bool live() const override { return packed_->live(); }
  [[nodiscard]] bool replaced() const override { return packed_->replaced(); }
  [[nodiscard]] bool cut() const override { return packed_->cut(); }
  [[nodiscard]] std::uint64_t file_mark() const override { return packed_->file_mark(); }
  [[nodiscard]] bool ready() const override { return state_.avail_in > 0 || packed_->ready(); }
  [[nodiscard]] std::optional<double> share() const override { return packed_->share(); }

 private:
  [[nodiscard]] Error truncated() const {
    return {ErrorCode::Input, "`" + name_ + "` ends in the middle of its gzip data"};
  }

  std::string name_;
  std::unique_ptr<ByteStream> packed_;
  std::vector<char> input_;
  z_stream state_{};
  bool usable_ = false;
  bool inside_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> make_gzip_stream(std::string name,
                                                     std::unique_ptr<ByteStream> packed) {
  return std::unique_ptr<ByteStream>(
      std::make_unique<GzipStream>(std::move(name), std::move(packed)));
}

}  // namespace fairmon::plugins

#else

namespace fairmon::plugins {

Result<std::unique_ptr<ByteStream>> make_gzip_stream(std::string name,
                                                     std::unique_ptr<ByteStream>) {
  return Error(ErrorCode::Input, "`" + name +
                                     "` is packed with gzip, which this build cannot read; "
                                     "unpack it and pipe it in: zcat FILE | fairmon … -");
}

}  // namespace fairmon::plugins

#endif
