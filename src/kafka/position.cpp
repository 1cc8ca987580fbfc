#include "kafka/position.hpp"

#include "support/packing.hpp"

namespace fairmon::kafka {

namespace {
constexpr std::string_view kMark = "kafka 1\n";
}

std::string Position::to_text() const {
  std::string text(kMark);
  support::pack(text, std::uint64_t{places.size()});
  for (const PartitionPlace& place : places) {
    support::pack(text, place.topic);
    support::pack_signed(text, place.partition);
    support::pack_signed(text, place.next);
    support::pack_signed(text, place.last_ns);
  }
  support::pack(text, rest);
  return text;
}

std::optional<Position> Position::from_text(std::string_view text) {
  if (!text.starts_with(kMark)) {
    return std::nullopt;
  }
  support::Unpacker in(text.substr(kMark.size()));
  Position position;
  for (std::uint64_t left = in.count(); left > 0; --left) {
    PartitionPlace place;
    place.topic = in.text();
    place.partition = static_cast<std::int32_t>(in.signed_number());
    place.next = in.signed_number();
    place.last_ns = in.signed_number();
    if (place.partition < 0 || place.next < 0) {
      return std::nullopt;
    }
    position.places.push_back(std::move(place));
  }
  position.rest = in.text();
  return in.complete() ? std::optional(std::move(position)) : std::nullopt;
}

}  // namespace fairmon::kafka
