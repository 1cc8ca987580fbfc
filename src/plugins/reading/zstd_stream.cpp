#include <utility>
#include <vector>

#include "plugins/reading/packed_stream.hpp"

#ifdef FAIRMON_HAS_ZSTD

#include <zstd.h>

namespace fairmon::plugins {

namespace {

class ZstdStream final : public ByteStream {
 public:
  ZstdStream(std::string name, std::unique_ptr<ByteStream> packed)
      : name_(std::move(name)),
        packed_(std::move(packed)),
        storage_(ZSTD_DStreamInSize()),
        state_(ZSTD_createDCtx(), ZSTD_freeDCtx) {}

  Result<std::size_t> read(char* into, std::size_t room) override {
    ZSTD_outBuffer output{into, room, 0};
    while (output.pos == 0) {
      if (input_.pos == input_.size) {
        auto count = packed_->read(storage_.data(), storage_.size());
        if (!count) {
          return std::move(count).error();
        }
        if (*count == 0) {
          return inside_ && !packed_->live() ? Result<std::size_t>(truncated())
                                             : Result<std::size_t>(std::size_t{0});
        }
        input_ = {storage_.data(), *count, 0};
      }
      const std::size_t code = ZSTD_decompressStream(state_.get(), &output, &input_);
      if (ZSTD_isError(code) != 0) {
        return Error(ErrorCode::Input, "`" + name_ + "` is damaged: " + ZSTD_getErrorName(code));
      }
      inside_ = code != 0;
    }
    return output.pos;
  }

  [[nodiscard]] bool live() const override { return packed_->live(); }
  [[nodiscard]] bool replaced() const override { return packed_->replaced(); }
  [[nodiscard]] bool cut() const override { return packed_->cut(); }
  [[nodiscard]] std::uint64_t file_mark() const override { return packed_->file_mark(); }
  [[nodiscard]] bool ready() const override { return input_.pos < input_.size || packed_->ready(); }
  [[nodiscard]] std::optional<double> share() const override { return packed_->share(); }

 private:
  [[nodiscard]] Error truncated() const {
    return {ErrorCode::Input, "`" + name_ + "` ends in the middle of its zstd data"};
  }

  std::string name_;
  std::unique_ptr<ByteStream> packed_;
  std::vector<char> storage_;
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> state_;
  ZSTD_inBuffer input_{nullptr, 0, 0};
  bool inside_ = false;
};

}  // namespace

Result<std::unique_ptr<ByteStream>> make_zstd_stream(std::string name,
                                                     std::unique_ptr<ByteStream> packed) {
  return std::unique_ptr<ByteStream>(
      std::make_unique<ZstdStream>(std::move(name), std::move(packed)));
}

}  // namespace fairmon::plugins

#else

namespace fairmon::plugins {

Result<std::unique_ptr<ByteStream>> make_zstd_stream(std::string name,
                                                     std::unique_ptr<ByteStream>) {
  return Error(ErrorCode::Input, "`" + name +
                                     "` is packed with zstd, which this build cannot read; "
                                     "unpack it and pipe it in: zstdcat FILE | fairmon … -");
}

}  // namespace fairmon::plugins

#endif
