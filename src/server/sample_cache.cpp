#include "server/sample_cache.hpp"

namespace fairmon::server {

namespace fs = std::filesystem;

Result<std::shared_ptr<const intake::Sample>> SampleCache::study(const fs::path& file) {
  std::error_code failed;
  Identity identity{file, fs::file_size(file, failed), fs::last_write_time(file, failed)};
  {
    const std::scoped_lock lock(mutex_);
    if (!failed && sample_ && identity == identity_) {
      return sample_;
    }
  }
  auto sample = intake::study_file(file.string());
  if (!sample) {
    return std::move(sample).error();
  }
  auto shared = std::make_shared<const intake::Sample>(std::move(*sample));
  const std::scoped_lock lock(mutex_);
  identity_ = std::move(identity);
  sample_ = shared;
  return shared;
}

}  // namespace fairmon::server
