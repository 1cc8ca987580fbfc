#pragma once

#include <string>
#include <vector>

#include "random/model.hpp"
#include "random/rng.hpp"

namespace fairmon::random_cases {

/// Makes specifications that shards can take apart: streams per key that read each other, streams
/// that merge keys at deadlines or at events, and some that only look as if they were local.
class KeyedStreams {
 public:
  explicit KeyedStreams(Rng& rng) : rng_(rng) {}
  [[nodiscard]] Model make();

 private:
  struct Family {
    std::string key;     ///< expression over the event
    std::string pacing;  ///< inputs it needs
    Kind kind = Kind::String;
    int counter = -1;  ///< output that every event of the key changes
    bool closes = false;
  };

  void add_row_stream();
  void add_family();
  void add_counter(Family& family, int close_style);
  void add_follower(const Family& family);
  void add_periodic(const Family& family);
  void add_row_trigger(const Family& family);
  void add_merging(const Family& family);
  void add_global();
  void add_deceiver(const Family& family);
  Output& add(Kind kind);
  Output& add_local(const Family& family, Kind kind);
  void close(const Family& family, Output& output, int style);
  std::string value(Kind kind);
  void eval(Output& output, const std::string& pacing, const std::string& when,
            const std::string& with);

  Rng& rng_;
  Model model_;
  std::vector<Family> families_;
  int next_id_ = 0;
};

}  // namespace fairmon::random_cases
