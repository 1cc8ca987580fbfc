// What monitors of a part do besides: hand rows out for good, and tell where events belong.

#include <utility>

#include "capi/session/session.hpp"
#include "pipeline/shards/router.hpp"

namespace fairmon::capi {

Outcome<void> Session::take_table(std::string_view what, std::string_view name,
                                  ArrowArrayStream& out) {
  if (what != "triggers" && what != "values" && what != "errors") {
    return usage("there is no table `" + std::string(what) +
                 "` to take; say triggers, values or errors");
  }
  if (auto found = table(what, name, out); !found) {
    return found;
  }
  if (what == "triggers") {
    life_->firings.clear_rows();
    life_->counted = 0;
  } else if (what == "errors") {
    life_->failed.clear();
  } else {
    life_->recorder.clear(*spec_.find_stream(name));
  }
  return {};
}

Outcome<void> Session::route(const ArrowSchema& schema, const ArrowArray& array,
                             std::uint32_t groups, ArrowArrayStream& out) {
  if (!options_.part || !options_.part->part().key || groups == 0) {
    return usage("only a part with a key is divided, into 1 group or more");
  }
  FrameDecoder decoder(spec_.input_schema(), options_);
  auto done = decoder.open(schema, array);
  std::vector<EventBatch> batches;
  Clock clock = life_->clock;
  Timestamp last;
  done = done ? decode_all(decoder, 0, clock, last, batches) : std::move(done);
  if (!done) {
    return done;
  }
  MonitorOptions options;
  options.symbols = life_->symbols;
  options.start_time = clock.start().value_or(Timestamp{});
  auto router = pipeline::Router::make(*options_.part->part().key, groups, options);
  if (!router) {
    return failure_of(router.error());
  }
  std::vector<TableColumn> table;
  table.emplace_back("shard", "l");
  std::vector<std::uint32_t> numbers;
  for (const EventBatch& batch : batches) {
    if (auto routed = router->route(batch, {0, batch.num_rows()}, numbers); !routed) {
      return failure_of(routed.error());
    }
    for (const std::uint32_t number : numbers) {
      table[0].append(std::int64_t{number});
    }
  }
  export_table(std::move(table), out);
  reset();  // nothing but texts that were looked at
  return {};
}

}  // namespace fairmon::capi
