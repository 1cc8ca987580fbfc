#include "ledger/verify/verify.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "ledger/chain/line.hpp"
#include "ledger/crypto/ed25519.hpp"
#include "ledger/crypto/libcrypto.hpp"
#include "ledger/crypto/sha256.hpp"
#include "ledger/json/canonical.hpp"

namespace fairmon::ledger {

namespace {

using Json = nlohmann::json;
using Complaint = std::optional<std::string>;

const std::string* text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get_ptr<const std::string*>()
                                                     : nullptr;
}

std::optional<std::uint64_t> count_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned()
             ? std::optional(found->get<std::uint64_t>())
             : std::nullopt;
}

/// Follows a chain from its first line.
class Walk {
 public:
  Walk(const VerifyOptions& options, Verification& result) : options_(options), result_(result) {}

  Complaint take(std::string_view text, const std::string& file, std::uint64_t number);
  /// The piece at hand has said that another one follows.
  [[nodiscard]] bool rotated() const { return last_kind_ == "rotate"; }
  [[nodiscard]] Complaint missing_head() const;

 private:
  Complaint check_link(const Json& line);
  Complaint check_order(std::string_view kind, std::uint64_t number) const;
  Complaint check_body(std::string_view kind, const Json& body, const Json& line);
  Complaint check_close(const Json& line);
  Complaint check_signature(const Json& body, std::uint64_t seq, const std::string& head);
  Complaint check_heads(std::string_view text);
  Complaint take_key(const Json& body);
  Complaint take_resume(const Json& body);

  const VerifyOptions& options_;
  Verification& result_;
  bool begun_ = false;
  std::string last_kind_;
  std::uint64_t next_seq_ = 0;
  std::string head_{kNoHead};
  std::string key_;
};

Complaint Walk::check_link(const Json& line) {
  const auto seq = count_of(line, "seq");
  const std::string* prev = text_of(line, "prev");
  if (!seq || prev == nullptr) {
    return "has no number (`seq`) or no digest of the line before (`prev`)";
  }
  if (!begun_) {
    // A ledger whose first pieces were put away begins in the middle.
    if (line.contains("continue")) {
      next_seq_ = *seq;
      head_ = *prev;
    }
    result_.first_seq = next_seq_;
    result_.last_signed = next_seq_;
  }
  if (*seq != next_seq_) {
    return "has the number " + std::to_string(*seq) + " where " + std::to_string(next_seq_) +
           " follows";
  }
  if (*prev != head_) {
    return "does not carry the digest of the line before it: one of the two was changed";
  }
  return std::nullopt;
}

Complaint Walk::check_order(std::string_view kind, std::uint64_t number) const {
  const bool first_of_piece = number == 1;
  if (!begun_ && kind != "open" && kind != "continue") {
    return "is no beginning of a ledger";
  }
  if (begun_ && kind == "open") {
    return "begins a ledger in the middle of one";
  }
  if (begun_ && first_of_piece != (kind == "continue")) {
    return "is no beginning of a piece, or one in its middle";
  }
  if (last_kind_ == "rotate" && !first_of_piece) {
    return "stands behind the end of its piece";
  }
  if (last_kind_ == "close" && kind != "resume") {
    return "stands behind the end of the ledger";
  }
  return std::nullopt;
}

Complaint Walk::check_signature(const Json& body, std::uint64_t seq, const std::string& head) {
  const std::string* value = text_of(body, "ed25519");
  if (value == nullptr || key_.empty() || !is_signed(head_message(seq, head), *value, key_)) {
    return "has a signature that was not made with the key the ledger names";
  }
  ++result_.num_signatures;
  result_.last_signed = seq;
  return std::nullopt;
}

Complaint Walk::check_close(const Json& line) {
  Json bare = line;
  Json& body = bare["close"];
  const std::string* own = text_of(line["close"], "sha256");
  body.erase("sha256");
  body.erase("ed25519");
  if (own == nullptr || sha256_hex(canonical(bare)) != *own) {
    return "was changed: its own digest does not fit";
  }
  if (!key_.empty()) {
    if (auto wrong = check_signature(line["close"], next_seq_, *own)) {
      return wrong;
    }
  } else if (line["close"].contains("ed25519")) {
    return "has a signature, but the ledger names no key";
  }
  const auto interrupted = body.find("interrupted");
  const auto error = body.find("error");
  result_.interrupted = (interrupted != body.end() && *interrupted == true) ||
                        (error != body.end() && error->is_string());
  return std::nullopt;
}

Complaint Walk::take_key(const Json& body) {
  const std::string* key = text_of(body, "key");
  key_ = key == nullptr ? "" : *key;
  if (!key_.empty()) {
    result_.keys.push_back(key_);
  }
  if (!options_.public_key.empty() && key_ != options_.public_key) {
    return key_.empty() ? "names no key, so nothing behind it is signed"
                        : "names another key than the one given";
  }
  return std::nullopt;
}

Complaint Walk::take_resume(const Json& body) {
  const auto from = count_of(body, "from");
  if (!from || *from >= next_seq_) {
    return "goes on from a line that is not there";
  }
  ++result_.num_resumed;
  result_.superseded.emplace_back(*from + 1, next_seq_);
  return take_key(body);
}

Complaint Walk::check_body(std::string_view kind, const Json& body, const Json& line) {
  if (kind == "open") {
    const auto spec = body.find("specification");
    const std::string* text = spec == body.end() ? nullptr : text_of(*spec, "text");
    const std::string* digest = spec == body.end() ? nullptr : text_of(*spec, "sha256");
    if (text == nullptr || digest == nullptr || sha256_hex(*text) != *digest) {
      return "has a specification whose digest does not fit";
    }
    return take_key(body);
  }
  if (kind == "resume") {
    return take_resume(body);
  }
  if (kind == "continue" && !begun_) {
    return take_key(body);
  }
  if (kind == "signature") {
    return check_signature(body, next_seq_ - 1, head_);
  }
  return kind == "close" ? check_close(line) : std::nullopt;
}

Complaint Walk::check_heads(std::string_view text) {
  for (const Head& head : options_.heads) {
    if (head.seq == next_seq_ && head.sha256 != sha256_hex(text)) {
      return "has another digest than the head that was kept elsewhere: the ledger was written "
             "anew, up to this line at least";
    }
  }
  return std::nullopt;
}

Complaint Walk::missing_head() const {
  for (const Head& head : options_.heads) {
    if (head.seq >= next_seq_ || head.seq < result_.first_seq) {
      return "the line " + std::to_string(head.seq) + " whose head was kept elsewhere is not there";
    }
  }
  return std::nullopt;
}

Complaint Walk::take(std::string_view text, const std::string& file, std::uint64_t number) {
  const auto line = read_canonical(text);
  if (!line) {
    return line.error().message;
  }
  if (!line->is_object() || line->size() != 3) {
    return "is no line of a ledger";
  }
  std::string kind;
  for (const auto& [name, member] : line->items()) {
    kind = name == "prev" || name == "seq" || !member.is_object() ? kind : name;
  }
  if (!is_kind(kind)) {
    return "is no line of a ledger";
  }
  const Json& body = (*line)[kind];
  Complaint wrong = check_link(*line);
  wrong = wrong ? wrong : check_order(kind, number);
  wrong = wrong ? wrong : check_body(kind, body, *line);
  wrong = wrong ? wrong : check_heads(text);
  if (!wrong && options_.visit) {
    wrong = options_.visit({next_seq_, kind, body, text, file, number});
  }
  if (wrong) {
    return wrong;
  }
  begun_ = true;
  head_ = sha256_hex(text);
  last_kind_ = kind;
  result_.head = {next_seq_, head_};
  result_.closed = kind == "close";
  result_.num_verdicts += kind == "verdict" ? 1 : 0;
  ++result_.num_lines;
  ++next_seq_;
  return std::nullopt;
}

/// Name of the ledger and number of the piece. A file that does not go on with another one is the
/// first, whatever it is called.
std::pair<std::string, std::uint64_t> split_piece(const std::string& file) {
  std::string begin(12, '\0');
  std::ifstream(file, std::ios::binary).read(begin.data(), 12);
  const std::size_t dot = file.rfind('.');
  std::uint64_t piece = 0;
  const char* last = file.data() + file.size();
  const bool numbered =
      dot != std::string::npos && std::from_chars(file.data() + dot + 1, last, piece).ptr == last;
  return begin == "{\"continue\":" && numbered ? std::pair(file.substr(0, dot), piece)
                                               : std::pair(file, std::uint64_t{1});
}

std::optional<WrongLine> walk_piece(const std::string& name, std::ifstream& in, Walk& walk) {
  std::string text;
  std::uint64_t number = 0;
  while (std::getline(in, text)) {
    ++number;
    if (in.eof()) {
      return WrongLine{name, number,
                       "is torn: the run was killed while it wrote it, or the end was cut off"};
    }
    if (auto wrong = walk.take(text, name, number)) {
      return WrongLine{name, number, *wrong};
    }
  }
  if (number == 0) {
    return WrongLine{name, 1, "is not there: the file is empty"};
  }
  return std::nullopt;
}

}  // namespace

Result<Verification> verify_ledger(const std::string& file, const VerifyOptions& options) {
  if (auto loaded = load_crypto(); !loaded) {
    return std::move(loaded).error();
  }
  Verification result;
  Walk walk(options, result);
  auto [stem, piece] = split_piece(file);
  do {
    const std::string name = result.files.empty() ? file : piece_name(stem, piece);
    std::ifstream in(name, std::ios::binary);
    if (!in && result.files.empty()) {
      return Error(ErrorCode::NotFound, "cannot read `" + name + "`: " + std::strerror(errno));
    }
    if (!in) {
      result.wrong = WrongLine{name, 1, "is not there: the piece before says that it follows"};
      return result;
    }
    result.files.push_back(name);
    result.wrong = walk_piece(name, in, walk);
    ++piece;
  } while (!result.wrong && walk.rotated());
  if (!result.wrong) {
    if (auto missing = walk.missing_head()) {
      result.wrong = WrongLine{result.files.back(), 0, *missing};
    }
  }
  return result;
}

}  // namespace fairmon::ledger
