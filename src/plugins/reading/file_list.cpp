#include "plugins/reading/file_list.hpp"

#include <utility>

namespace fairmon::plugins {

Result<void> FileList::expand(const std::atomic<bool>* stop) {
  stop_ = stop;
  auto files = expand_targets(files_);
  if (!files) {
    return std::move(files).error();
  }
  files_ = std::move(*files);
  return {};
}

Result<std::unique_ptr<ByteStream>> FileList::open(std::size_t number) {
  if (number >= files_.size()) {
    return std::unique_ptr<ByteStream>();
  }
  StreamOptions options;
  options.follow = follow_ && number + 1 == files_.size();
  options.stop = stop_;
  auto stream = open_stream(files_[number], options);
  if (stream) {
    number_ = number;
  }
  return stream;
}

std::string FileList::name() const {
  return files_[number_] == "-" ? "standard input" : files_[number_];
}

std::string FileList::identity() const {
  std::string text;
  for (const std::string& file : files_) {
    text += file_identity(file, follow_) + " ";
  }
  return text;
}

void FileList::describe(const ByteStream& stream, SourceProgress& progress) const {
  if (const auto share = stream.share()) {
    progress.share = (static_cast<double>(number_) + *share) / static_cast<double>(files_.size());
  }
  if (files_.size() > 1) {
    progress.detail =
        "file " + std::to_string(number_ + 1) + " of " + std::to_string(files_.size());
  }
}

}  // namespace fairmon::plugins
