#pragma once

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/app_state.hpp"
#include "server/history/frame.hpp"

namespace fairmon::server {

/// One message to a page.
struct Outgoing {
  bool binary = false;
  std::string data;
};

/// The conversation with one page, without the socket: takes its messages, and at every tick says
/// what is to be sent. Never more than one frame per view is on its way.
class LiveClient {
 public:
  using Clock = std::chrono::steady_clock;

  explicit LiveClient(AppState& state);

  /// A message of the page. False if it is not one of the protocol: the connection is closed.
  [[nodiscard]] bool receive(std::string_view text, std::vector<Outgoing>& out);
  /// Called about every 50 ms. Frames go out at most five times a second per view.
  void tick(Clock::time_point now, std::vector<Outgoing>& out);

 private:
  struct Slot {
    FrameWriter writer;
    bool waiting = false;  ///< a frame is unacknowledged
    Clock::time_point next;
    Clock::duration interval = std::chrono::milliseconds(200);
  };

  void attach(const nlohmann::json& hello, std::vector<Outgoing>& out);
  /// Goes on where a page that comes back left off. False for a page that has nothing yet, or only
  /// what an earlier life of the server told it.
  [[nodiscard]] bool take_up(const nlohmann::json& hello);
  void send_log(std::vector<Outgoing>& out);
  void send_instances(std::vector<Outgoing>& out);
  void send_progress(Clock::time_point now, std::vector<Outgoing>& out);
  void send_frames(Clock::time_point now, std::vector<Outgoing>& out);

  AppState& state_;
  std::shared_ptr<Run> run_;
  std::map<std::uint32_t, Slot> slots_;
  bool visible_ = true;
  std::uint64_t log_revision_ = 0;
  std::uint64_t notices_sent_ = 0;
  std::uint64_t judgements_sent_ = 0;
  std::size_t instances_sent_ = 0;
  std::vector<bool> closed_sent_;
  std::string phase_sent_;
  Clock::time_point next_progress_;
  Clock::time_point next_instances_;
};

}  // namespace fairmon::server
