#include "ledger/chain/find_end.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <optional>

#include "ledger/chain/line.hpp"
#include "ledger/crypto/sha256.hpp"
#include "ledger/json/canonical.hpp"
#include "support/packing.hpp"

namespace fairmon::ledger {

namespace {

struct Place {
  std::string file;
  ChainEnd end;
};

std::optional<Place> read_place(std::string_view position) {
  support::Unpacker in(position);
  Place place;
  place.file = in.text();
  place.end.piece = in.number();
  place.end.piece_lines = in.number();
  place.end.offset = in.number();
  place.end.last_length = in.number();
  place.end.head.seq = in.number();
  place.end.head.sha256 = in.text();
  place.end.from = place.end.head.seq;
  return in.complete() ? std::optional(place) : std::nullopt;
}

/// Whether the line before the place is the one that was written there.
bool still_there(const std::string& file, const ChainEnd& end) {
  if (end.last_length == 0 || end.last_length > end.offset) {
    return false;
  }
  std::ifstream in(piece_name(file, end.piece), std::ios::binary);
  std::string line(end.last_length, '\0');
  in.seekg(static_cast<std::streamoff>(end.offset - end.last_length));
  in.read(line.data(), static_cast<std::streamsize>(line.size()));
  return in && line.back() == '\n' &&
         sha256_hex(std::string_view(line).substr(0, line.size() - 1)) == end.head.sha256;
}

struct Following {
  bool good = false;  ///< it goes on with the chain
  bool ends_piece = false;
};

Following follow(const std::string& line, const Head& head) {
  const auto value = read_canonical(line);
  if (!value || !value->is_object()) {
    return {};
  }
  const auto seq = value->find("seq");
  const auto prev = value->find("prev");
  const bool good = seq != value->end() && seq->is_number_unsigned() && prev != value->end() &&
                    prev->is_string() && seq->get<std::uint64_t>() == head.seq + 1 &&
                    prev->get_ref<const std::string&>() == head.sha256;
  return {good, value->contains("rotate")};
}

/// Takes whole lines of the piece from the end on; whether they came to the end of the piece.
bool walk(const std::string& file, ChainEnd& end) {
  std::ifstream in(piece_name(file, end.piece), std::ios::binary);
  in.seekg(static_cast<std::streamoff>(end.offset));
  std::string line;
  while (std::getline(in, line) && !in.eof()) {
    const Following line_is = follow(line, end.head);
    if (!line_is.good) {
      return false;
    }
    end.head = {end.head.seq + 1, sha256_hex(line)};
    end.last_length = line.size() + 1;
    end.offset += end.last_length;
    ++end.piece_lines;
    if (line_is.ends_piece) {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<ChainEnd> find_end(const std::string& file, std::string_view position) {
  auto place = read_place(position);
  if (!place) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint was taken with another output in the place of the ledger; resume "
                 "with the same outputs in the same order");
  }
  if (place->file != file) {
    return Error(ErrorCode::Checkpoint, "the checkpoint was taken with the ledger `" + place->file +
                                            "` in the place of `" + file +
                                            "`; resume with the same outputs in the same order");
  }
  ChainEnd end = place->end;
  if (!still_there(file, end)) {
    return Error(ErrorCode::Checkpoint,
                 "`" + piece_name(file, end.piece) +
                     "` is not the ledger the checkpoint was taken with: its line " +
                     std::to_string(end.head.seq) + " is not there or was changed");
  }
  while (walk(file, end)) {
    ++end.piece;
    end.piece_lines = 0;
    end.offset = 0;
  }
  return end;
}

}  // namespace fairmon::ledger
