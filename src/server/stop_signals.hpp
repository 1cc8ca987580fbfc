#pragma once

namespace fairmon::server {

/// While it lives, Ctrl-C and a polite kill do not end the program but are noted. The note is a
/// flag that somebody looks at: nothing has to be written or allocated when a signal comes, so none
/// is lost. Several may live one inside the other; what came to the outer one the inner one sees.
class StopSignals {
 public:
  /// `heard`: whether to listen at all; `hears_hang_up`: to SIGHUP, too, which otherwise does what
  /// it usually does.
  explicit StopSignals(bool heard, bool hears_hang_up = false);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  [[nodiscard]] bool came() const noexcept;
  /// Whether SIGHUP came since this was asked last.
  [[nodiscard]] bool hung_up() const noexcept;

 private:
  bool heard_;
  bool hears_hang_up_;
};

}  // namespace fairmon::server
