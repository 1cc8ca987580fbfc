#include "ledger/chain/chain_writer.hpp"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "ledger/chain/find_end.hpp"
#include "ledger/chain/line.hpp"
#include "ledger/crypto/libcrypto.hpp"
#include "ledger/crypto/sha256.hpp"
#include "ledger/json/canonical.hpp"
#include "support/durable_file.hpp"
#include "support/packing.hpp"

namespace fairmon::ledger {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

std::string object_with(std::string_view name, const std::string& text) {
  std::string body = "{\"";
  body.append(name).append("\":");
  append_canonical_text(body, text);
  return body + "}";
}

}  // namespace

ChainWriter::ChainWriter(ChainSettings settings) : settings_(std::move(settings)), head_(kNoHead) {}

ChainWriter::~ChainWriter() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

Error ChainWriter::failure(std::string_view what, int reason) const {
  return {ErrorCode::Output, std::string(what) + " `" + piece_name(settings_.file, piece_) +
                                 "`: " + std::strerror(reason)};
}

const std::string& ChainWriter::public_key() const {
  static const std::string kNone;
  return settings_.key ? settings_.key->public_hex() : kNone;
}

Result<void> ChainWriter::open_piece(int flags) {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
  const std::string name = piece_name(settings_.file, piece_);
  descriptor_ = ::open(name.c_str(), flags | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
  name_is_durable_ = false;
  if (descriptor_ < 0) {
    return failure("cannot write", errno);
  }
  struct stat facts{};
  if (::fstat(descriptor_, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return Error(ErrorCode::Usage,
                 "a ledger is a file of its own, and `" + name + "` is none; say -o ledger=FILE");
  }
  offset_ = static_cast<std::uint64_t>(facts.st_size);
  return {};
}

Result<void> ChainWriter::create() {
  if (auto loaded = load_crypto(); !loaded) {
    return loaded;
  }
  struct stat facts{};
  if (::stat(settings_.file.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0) {
    return Error(ErrorCode::Usage,
                 "`" + settings_.file +
                     "` is there already, and a ledger overwrites nothing; name another file, or "
                     "go on with it by --resume CHECKPOINT");
  }
  return open_piece(O_CREAT);
}

Result<ChainWriter::Resumed> ChainWriter::resume(std::string_view position) {
  if (auto loaded = load_crypto(); !loaded) {
    return std::move(loaded).error();
  }
  auto end = find_end(settings_.file, position);
  if (!end) {
    return std::move(end).error();
  }
  piece_ = end->piece;
  piece_lines_ = end->piece_lines;
  last_length_ = end->last_length;
  next_seq_ = end->head.seq + 1;
  head_ = end->head.sha256;
  if (auto opened = open_piece(end->offset == 0 ? O_CREAT : 0); !opened) {
    return std::move(opened).error();
  }
  const std::uint64_t torn = offset_ - end->offset;
  if (torn > 0 && ::ftruncate(descriptor_, static_cast<off_t>(end->offset)) != 0) {
    return failure("cannot cut the torn line of", errno);
  }
  offset_ = end->offset;
  if (offset_ == 0) {
    if (auto begun = begin_piece(); !begun) {
      return std::move(begun).error();
    }
  }
  return Resumed{end->from, torn};
}

/// A line of whatever kind, with its line break.
Result<void> ChainWriter::put(std::string_view line) {
  head_ = sha256_hex(line);
  buffer_ += line;
  buffer_ += '\n';
  last_length_ = line.size() + 1;
  offset_ += last_length_;
  ++next_seq_;
  ++piece_lines_;
  ++unsigned_;
  return buffer_.size() < kBufferBytes ? Result<void>() : flush();
}

Result<void> ChainWriter::append(std::string_view kind, std::string_view body) {
  if (auto done = put(make_line(kind, body, head_, next_seq_)); !done) {
    return done;
  }
  if (settings_.key && settings_.sign_every > 0 && unsigned_ >= settings_.sign_every) {
    if (auto signed_now = attest(); !signed_now) {
      return signed_now;
    }
  }
  const bool full = settings_.lines_per_piece > 0 && piece_lines_ + 1 >= settings_.lines_per_piece;
  return full ? rotate() : Result<void>();
}

Result<void> ChainWriter::attest() {
  if (settings_.key && unsigned_ > 0) {
    const std::string value = settings_.key->sign(head_message(next_seq_ - 1, head_));
    if (auto done = put(make_line("signature", object_with("ed25519", value), head_, next_seq_));
        !done) {
      return done;
    }
    unsigned_ = 0;
  }
  if (settings_.witness) {
    settings_.witness(head());
  }
  return {};
}

Result<void> ChainWriter::rotate() {
  const std::string next = piece_name(settings_.file, piece_ + 1);
  const std::string shown = next.substr(next.rfind('/') + 1);
  if (auto done = put(make_line("rotate", object_with("next", shown), head_, next_seq_)); !done) {
    return done;
  }
  if (settings_.witness) {
    settings_.witness(head());
  }
  if (auto synced = sync(); !synced) {
    return synced;
  }
  ++piece_;
  piece_lines_ = 0;
  auto opened = open_piece(O_CREAT | O_EXCL);
  return opened ? begin_piece() : opened;
}

Result<void> ChainWriter::begin_piece() {
  const std::string before = piece_name(settings_.file, piece_ - 1);
  std::string body = object_with("before", before.substr(before.rfind('/') + 1));
  if (settings_.key) {
    body.back() = ',';
    body += "\"key\":\"" + public_key() + "\"}";
  }
  return put(make_line("continue", body, head_, next_seq_));
}

Result<void> ChainWriter::close(std::string_view body) {
  const std::string own = sha256_hex(make_line("close", body, head_, next_seq_));
  auto whole = nlohmann::json::parse(body);
  whole["sha256"] = own;
  if (settings_.key) {
    whole["ed25519"] = settings_.key->sign(head_message(next_seq_, own));
  }
  if (auto done = put(make_line("close", canonical(whole), head_, next_seq_)); !done) {
    return done;
  }
  if (settings_.witness) {
    settings_.witness(head());
  }
  auto synced = sync();
  ::close(std::exchange(descriptor_, -1));
  return synced;
}

Result<void> ChainWriter::flush() {
  const int reason = support::write_all(descriptor_, buffer_);
  buffer_.clear();
  return reason == 0 ? Result<void>() : failure("cannot write to", reason);
}

Result<void> ChainWriter::sync() {
  if (auto flushed = flush(); !flushed) {
    return flushed;
  }
  int reason = support::sync_file(descriptor_);
  if (reason == 0 && !name_is_durable_) {
    reason = support::sync_folder_of(settings_.file);
    name_is_durable_ = true;
  }
  return reason == 0 ? Result<void>() : failure("cannot make sure of", reason);
}

std::string ChainWriter::position() const {
  std::string text;
  support::pack(text, settings_.file);
  support::pack(text, piece_);
  support::pack(text, piece_lines_);
  support::pack(text, offset_);
  support::pack(text, last_length_);
  support::pack(text, next_seq_ - 1);
  support::pack(text, head_);
  return text;
}

}  // namespace fairmon::ledger
