#include "plugins/outputs/ledger/witness.hpp"

#include <cstdio>
#include <utility>

#include "dsa/client/http.hpp"
#include "ledger/json/canonical.hpp"

namespace fairmon::plugins::ledger_output {

Witness::Witness(std::string where, std::string ledger)
    : where_(std::move(where)), ledger_(std::move(ledger)) {}

Witness::~Witness() { finish(); }

Result<void> Witness::start(Warn warn) {
  warn_ = std::move(warn);
  if (where_ == "print") {
    return {};
  }
  return thread_.start([this] { run(); },
                       [this](const Error& error) {
                         if (warn_) {
                           warn_("the witness is told nothing more: " + error.message);
                         }
                       });
}

std::string Witness::message(const ledger::Head& head) const {
  std::string text = "{\"ledger\":";
  ledger::append_canonical_text(text, ledger_);
  return text + ",\"seq\":" + std::to_string(head.seq) + ",\"sha256\":\"" + head.sha256 + "\"}";
}

void Witness::show(const ledger::Head& head) {
  if (where_ == "print") {
    const std::string line =
        "head " + std::to_string(head.seq) + ":" + head.sha256 + " of " + ledger_ + "\n";
    std::fwrite(line.data(), 1, line.size(), stderr);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    next_ = message(head);
  }
  news_.notify_one();
}

void Witness::finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  news_.notify_one();
  thread_.join();
}

void Witness::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    news_.wait(lock, [&] { return ending_ || next_; });
    if (!next_) {
      return;
    }
    const std::string text = *std::exchange(next_, std::nullopt);
    lock.unlock();
    send(text);
    lock.lock();
  }
}

void Witness::send(const std::string& text) {
  dsa::HttpSettings settings;
  settings.base_url = where_;
  settings.connect_timeout = std::chrono::seconds(5);
  settings.total_timeout = std::chrono::seconds(10);
  dsa::HttpClient client(std::move(settings));
  const auto answer = client.post("", text);
  constexpr int kFirstGood = 200;
  constexpr int kFirstBad = 300;
  if (answer && answer->status >= kFirstGood && answer->status < kFirstBad) {
    return;
  }
  if (warn_) {
    warn_(
        "the witness did not take a head of the ledger: " +
        (answer ? where_ + " answered " + std::to_string(answer->status) : answer.error().message));
  }
}

}  // namespace fairmon::plugins::ledger_output
