#pragma once

namespace fairmon::server {

/// While it lives, Ctrl-C and a polite kill do not end the program but are noted. The note is a
/// flag that somebody looks at: nothing has to be written or allocated when a signal comes, so none
/// is lost.
class StopSignals {
 public:
  /// `heard`: whether to listen at all.
  explicit StopSignals(bool heard);
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  [[nodiscard]] bool came() const noexcept;

 private:
  bool heard_;
};

}  // namespace fairmon::server
