#pragma once

#include <fairmon/verdict.hpp>

#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace fairmon::pipeline {

/// Lends out verdict batches and takes them back when the last sink is done with them, so that
/// their storage is used again.
class VerdictPool {
 public:
  [[nodiscard]] std::shared_ptr<VerdictBatch> lend() {
    std::unique_ptr<VerdictBatch> batch;
    {
      const std::lock_guard lock(shelf_->mutex);
      if (!shelf_->batches.empty()) {
        batch = std::move(shelf_->batches.back());
        shelf_->batches.pop_back();
      }
    }
    if (!batch) {
      batch = std::make_unique<VerdictBatch>();
    }
    batch->clear();
    return {batch.release(), [shelf = shelf_](VerdictBatch* returned) {
              std::unique_ptr<VerdictBatch> owned(returned);
              try {
                const std::lock_guard lock(shelf->mutex);
                shelf->batches.push_back(std::move(owned));
              } catch (const std::bad_alloc&) {
                // Without room on the shelf the batch goes away.
              }
            }};
  }

 private:
  struct Shelf {
    std::mutex mutex;
    std::vector<std::unique_ptr<VerdictBatch>> batches;
  };
  std::shared_ptr<Shelf> shelf_ = std::make_shared<Shelf>();
};

}  // namespace fairmon::pipeline
