#include "plugins/inputs/csv/record_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace fairmon::plugins::csv {

RecordReader::RecordReader(std::unique_ptr<ByteStream> stream, std::size_t block_bytes)
    : stream_(std::move(stream)) {
  resize(block_bytes);
}

void RecordReader::resize(std::size_t capacity) {
  capacity_ = capacity;
  // One byte for a line feed added at the end, the rest for blocks read past the text.
  buffer_.resize(kFrontPadding + capacity + 1 + kScanPadding);
  separators_.resize(capacity + 2 + kScanPadding);
  record_ends_.resize(capacity + 1 + kScanPadding);
}

void RecordReader::set_dialect(const Dialect& dialect) {
  dialect_ = dialect;
  rescan();
}

std::size_t RecordReader::record_begin(std::size_t number) const {
  return number == 0 ? 0 : separators_[1 + record_ends_[number - 1]] + std::size_t{1};
}

std::string_view RecordReader::record(std::size_t number) const {
  const std::size_t begin = record_begin(number);
  std::string_view found(text() + begin, separators_[1 + record_ends_[number]] - begin);
  if (found.ends_with('\r')) {
    found.remove_suffix(1);
  }
  return found;
}

std::string_view RecordReader::ahead() const {
  const std::size_t begin = record_begin(next_);
  return {text() + begin, used_ - begin};
}

std::size_t RecordReader::last_field_count() const {
  const std::uint32_t before = next_ < 2 ? 0 : record_ends_[next_ - 2] + 1;
  return record_ends_[next_ - 1] + std::size_t{1} - before;
}

/// Places are mostly asked for from front to back; counting goes on where it stopped.
FilePlace RecordReader::place_of(std::size_t offset) const {
  if (offset < counted_bytes_) {
    counted_bytes_ = 0;
    counted_lines_ = 0;
  }
  counted_lines_ +=
      static_cast<std::uint64_t>(std::count(text() + counted_bytes_, text() + offset, '\n'));
  counted_bytes_ = offset;
  return {base_.offset + real_bytes(offset), base_.line + counted_lines_};
}

FilePlace RecordReader::place() const {
  const std::size_t begin = record_begin(next_);
  if (!quotes_seen_ && !end_added_) {
    return {base_.offset + begin, base_.line + next_};
  }
  return place_of(begin);
}

FilePlace RecordReader::row_place(const Rows& rows, std::size_t row) const {
  return place_of(static_cast<std::size_t>(rows.begin(row, 0) - text()));
}

std::string_view RecordReader::row_text(const Rows& rows, std::size_t row) const {
  const char* begin = rows.begin(row, 0);
  const char* end = rows.end(row, rows.num_fields - 1);
  end -= end > begin && end[-1] == '\r' ? 1 : 0;
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// Moves what belongs to no complete record yet to the front.
void RecordReader::drop_taken() {
  const std::size_t begin = record_begin(next_);
  digest_to(real_bytes(begin));
  digested_ = 0;
  base_ = place();
  counted_bytes_ = 0;
  counted_lines_ = 0;
  std::memmove(text(), text() + begin, used_ - begin);
  used_ -= begin;
  num_records_ = 0;
  next_ = 0;
  end_added_ = false;
}

Result<std::size_t> RecordReader::read_more() {
  std::size_t total = 0;
  while (used_ < capacity_) {
    auto count = stream_->read(text() + used_, capacity_ - used_);
    if (!count) {
      return std::move(count).error();
    }
    used_ += *count;
    total += *count;
    if (*count == 0) {
      at_end_ = !stream_->live();
      break;
    }
    if (!stream_->ready()) {
      break;  // hand out what is there instead of waiting
    }
  }
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (at_start_ && used_ >= kByteOrderMark.size()) {
    at_start_ = false;
    if (std::string_view(text(), kByteOrderMark.size()) == kByteOrderMark) {
      used_ -= kByteOrderMark.size();
      std::memmove(text(), text() + kByteOrderMark.size(), used_);
      base_.offset += kByteOrderMark.size();
      digest_.update(kByteOrderMark);
    }
  }
  return total;
}

void RecordReader::rescan() {
  const ScanResult found =
      scan_(text(), used_, dialect_, separators_.data() + 1, record_ends_.data());
  separators_[0] = ~std::uint32_t{0};
  num_records_ = found.num_records;
  next_ = 0;
  quotes_seen_ = found.quotes_seen;
  inside_quotes_ = found.inside_quotes;
  if (num_records_ > 0) {
    const std::size_t end = separators_[1 + record_ends_[0]];
    carriage_returns_ = end > 0 && text()[end - 1] == '\r';
  }
}

Result<Fill> RecordReader::fill(bool wait) {
  drop_taken();
  while (true) {
    const auto count = read_more();
    if (!count) {
      return count.error();
    }
    if (skipping_ && used_ > 0) {
      skip_line();  // the rest of a line that was too long
    } else {
      rescan();
    }
    if (num_records_ > 0) {
      return Fill::Records;
    }
    if (at_end_) {
      // The rest of a record that was cut away is no record.
      if (used_ == 0 || stream_->cut()) {
        return Fill::End;
      }
      if (inside_quotes_) {
        return Fill::QuoteLeftOpen;
      }
      text()[used_++] = '\n';
      end_added_ = true;
      rescan();
      return Fill::Records;
    }
    if (used_ < capacity_) {
      if (*count == 0 || (!wait && !stream_->ready())) {
        return Fill::Nothing;
      }
      continue;
    }
    if (capacity_ >= kLongestRecord) {
      return inside_quotes_ ? Fill::QuoteLeftOpen : Fill::TooLong;
    }
    resize(capacity_ * 2);
  }
}

void RecordReader::drop_front(std::size_t bytes) {
  digest_to(bytes);
  digested_ = 0;
  base_ = place_of(bytes);
  counted_bytes_ = 0;
  counted_lines_ = 0;
  std::memmove(text(), text() + bytes, used_ - bytes);
  used_ -= bytes;
}

void RecordReader::skip_line() {
  const char* feed = static_cast<const char*>(std::memchr(text(), '\n', used_));
  skipping_ = feed == nullptr;
  drop_front(skipping_ ? used_ : static_cast<std::size_t>(feed - text()) + 1);
  rescan();
}

Rows RecordReader::take(std::size_t most, std::size_t num_fields) {
  Rows rows;
  rows.text = text();
  rows.separators = separators_.data();
  // Separator 0 is the one before the text.
  rows.first = next_ == 0 ? 0 : record_ends_[next_ - 1] + std::size_t{1};
  const std::size_t available = std::min(most, num_records_ - next_);
  std::size_t last = rows.first + num_fields - 1;
  while (rows.count < available && record_ends_[next_ + rows.count] == last &&
         (num_fields > 1 || !record(next_ + rows.count).empty())) {
    last += num_fields;
    ++rows.count;
  }
  next_ += rows.count;
  rows.num_fields = num_fields;
  rows.quote = dialect_.quote;
  rows.quotes_seen = quotes_seen_;
  rows.carriage_returns = carriage_returns_;
  return rows;
}

void RecordReader::start_at(const FilePlace& place) {
  base_ = place;
  at_start_ = place.offset == 0;
}

void RecordReader::keep_digest(const support::RollingDigest& before) {
  digests_ = true;
  digest_ = before;
  digested_ = 0;
}

void RecordReader::digest_to(std::size_t end) const {
  if (digests_ && end > digested_) {
    digest_.update({text() + digested_, end - digested_});
    digested_ = end;
  }
}

support::RollingDigest RecordReader::digest_ahead() const {
  support::RollingDigest all = digest_;
  all.update({text() + digested_, real_bytes(used_) - digested_});
  return all;
}

const support::RollingDigest& RecordReader::digest() const {
  digest_to(real_bytes(record_begin(next_)));
  return digest_;
}

}  // namespace fairmon::plugins::csv
