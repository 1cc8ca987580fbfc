#include <fairmon/c.h>

#include "capi/session/session.hpp"
#include "capi/spec_object.hpp"

namespace fairmon::capi {

namespace {

Handles<Session>& monitors() {
  static Handles<Session> all(2, "monitor");
  return all;
}

/// Finds the monitor, sees to it that nobody else uses it, and does the work.
template <typename Work>
fairmon_status with_monitor(fairmon_monitor monitor, Work&& work) noexcept {
  return perform([&]() -> Outcome<void> {
    auto found = monitors().find(monitor.number);
    if (!found) {
      return std::move(found).error();
    }
    Session& session = **found;
    const std::unique_lock lock(session.busy, std::try_to_lock);
    if (!lock.owns_lock()) {
      return Failure{FAIRMON_BUSY,
                     "another thread is using this monitor; give each thread its own, or take "
                     "turns",
                     {},
                     {},
                     -1};
    }
    return work(session);
  });
}

/// The work, then the number of firings, whether it failed or not.
template <typename Work>
fairmon_status counted(fairmon_monitor monitor, uint64_t* fired, Work&& work) noexcept {
  return with_monitor(monitor, [&](Session& session) -> Outcome<void> {
    Outcome<void> done = work(session);
    const std::uint64_t number = session.fired();
    if (fired != nullptr) {
      *fired = number;
    }
    return done;
  });
}

template <typename Work>
fairmon_status handed(fairmon_monitor monitor, fairmon_bytes* target, Work&& work) noexcept {
  return with_monitor(monitor, [&](Session& session) -> Outcome<void> {
    if (target == nullptr) {
      return usage("there is nowhere to put the result");
    }
    *target = {nullptr, 0};
    Outcome<std::string> text = work(session);
    if (!text) {
      return std::move(text).error();
    }
    *target = copy_out(*text);
    return {};
  });
}

Outcome<void> create_into(fairmon_spec spec, const char* options, fairmon_monitor& monitor) {
  auto found = specs().find(spec.number);
  if (!found) {
    return std::move(found).error();
  }
  const auto part = wanted_part(text_of(options));
  const bool findings = wants_findings(text_of(options));
  if (part && !findings) {
    return usage("parts are those of the specification with findings");
  }
  const Spec& chosen = (*found)->spec(findings);
  auto parsed = SessionOptions::parse(text_of(options), chosen);
  if (!parsed) {
    return std::move(parsed).error();
  }
  if (part) {
    const auto& parts = (*found)->parts();
    if (static_cast<std::size_t>(*part) >= parts.size()) {
      return usage("there are " + std::to_string(parts.size()) + " parts, counted from 0");
    }
    parsed->part = std::make_shared<PartView>(parts[static_cast<std::size_t>(*part)], chosen);
    for (std::uint32_t i = 0; i < parsed->kept.size(); ++i) {
      // What tells of a stream is only kept where it is asked for by name, which nobody can.
      const bool asked = chosen.streams()[i].tells == StreamInfo::Tells::Nothing;
      parsed->kept[i] = parsed->kept[i] && asked && parsed->part->owns(i);
    }
  }
  monitor.number = monitors().add(std::make_shared<Session>(chosen, std::move(*parsed)));
  return {};
}

Outcome<void> null_argument() { return usage("an argument is null"); }

}  // namespace

}  // namespace fairmon::capi

namespace capi = fairmon::capi;
using capi::Outcome;
using capi::Session;

fairmon_status fairmon_monitor_create(fairmon_spec spec, const char* options,
                                      fairmon_monitor* monitor) {
  return capi::perform([&] {
    return monitor == nullptr ? capi::null_argument() : capi::create_into(spec, options, *monitor);
  });
}

fairmon_status fairmon_monitor_free(fairmon_monitor monitor) {
  return capi::perform([&] { return capi::monitors().remove(monitor.number); });
}

fairmon_status fairmon_monitor_set_pause(fairmon_monitor monitor, int (*callback)(void*),
                                         void* context) {
  return capi::with_monitor(monitor, [&](Session& session) -> Outcome<void> {
    session.pause = {callback, context};
    return {};
  });
}

fairmon_status fairmon_monitor_push(fairmon_monitor monitor, const struct ArrowSchema* schema,
                                    const struct ArrowArray* array, uint64_t* fired) {
  return capi::counted(monitor, fired, [&](Session& session) {
    return schema == nullptr || array == nullptr ? capi::null_argument()
                                                 : session.push(*schema, *array);
  });
}

fairmon_status fairmon_monitor_push_stream(fairmon_monitor monitor, struct ArrowArrayStream* stream,
                                           int lazy, uint64_t* fired) {
  return capi::counted(monitor, fired, [&](Session& session) {
    return stream == nullptr ? capi::null_argument() : session.push_stream(*stream, lazy != 0);
  });
}

fairmon_status fairmon_monitor_push_rows(fairmon_monitor monitor, const fairmon_value* times,
                                         const fairmon_value* inputs, size_t num_rows,
                                         size_t num_inputs, uint64_t* fired) {
  return capi::counted(monitor, fired, [&](Session& session) {
    return inputs == nullptr && num_inputs > 0 && num_rows > 0
               ? capi::null_argument()
               : session.push_rows({times, inputs, num_rows, num_inputs});
  });
}

fairmon_status fairmon_monitor_advance(fairmon_monitor monitor, const fairmon_value* time,
                                       uint64_t* fired) {
  return capi::counted(monitor, fired, [&](Session& session) {
    return time == nullptr ? capi::null_argument() : session.advance(*time);
  });
}

fairmon_status fairmon_monitor_finish(fairmon_monitor monitor, uint64_t* fired) {
  return capi::counted(monitor, fired, [&](Session& session) { return session.finish(); });
}

fairmon_status fairmon_monitor_reset(fairmon_monitor monitor) {
  return capi::with_monitor(monitor, [&](Session& session) -> Outcome<void> {
    session.reset();
    return {};
  });
}

fairmon_status fairmon_monitor_table(fairmon_monitor monitor, const char* what, const char* name,
                                     struct ArrowArrayStream* table) {
  return capi::with_monitor(monitor, [&](Session& session) {
    return table == nullptr ? capi::null_argument()
                            : session.table(capi::text_of(what), capi::text_of(name), *table);
  });
}

fairmon_status fairmon_monitor_take(fairmon_monitor monitor, struct ArrowArrayStream* table) {
  return capi::with_monitor(monitor, [&](Session& session) -> Outcome<void> {
    if (table == nullptr) {
      return capi::null_argument();
    }
    session.take(*table);
    return {};
  });
}

fairmon_status fairmon_monitor_take_table(fairmon_monitor monitor, const char* what,
                                          const char* name, struct ArrowArrayStream* table) {
  return capi::with_monitor(monitor, [&](Session& session) {
    return table == nullptr ? capi::null_argument()
                            : session.take_table(capi::text_of(what), capi::text_of(name), *table);
  });
}

fairmon_status fairmon_monitor_route(fairmon_monitor monitor, const struct ArrowSchema* schema,
                                     const struct ArrowArray* array, uint32_t shards,
                                     struct ArrowArrayStream* table) {
  return capi::with_monitor(monitor, [&](Session& session) {
    return schema == nullptr || array == nullptr || table == nullptr
               ? capi::null_argument()
               : session.route(*schema, *array, shards, *table);
  });
}

fairmon_status fairmon_monitor_facts(fairmon_monitor monitor, fairmon_bytes* json) {
  return capi::handed(monitor, json,
                      [](Session& session) -> Outcome<std::string> { return session.facts(); });
}

fairmon_status fairmon_monitor_save(fairmon_monitor monitor, fairmon_bytes* state) {
  return capi::handed(monitor, state, [](Session& session) { return session.save(); });
}

fairmon_status fairmon_monitor_restore(fairmon_monitor monitor, const char* state, size_t size) {
  return capi::with_monitor(monitor, [&](Session& session) {
    return state == nullptr ? capi::null_argument()
                            : session.restore(std::string_view(state, size));
  });
}
