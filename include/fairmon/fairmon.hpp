#pragma once

/// The whole public interface of FairMon. Include this one header.

#include <fairmon/catalogue.hpp>
#include <fairmon/diagnostic.hpp>
#include <fairmon/episodes.hpp>
#include <fairmon/error.hpp>
#include <fairmon/event.hpp>
#include <fairmon/event_source.hpp>
#include <fairmon/filter.hpp>
#include <fairmon/findings.hpp>
#include <fairmon/judgements.hpp>
#include <fairmon/monitor.hpp>
#include <fairmon/pipeline.hpp>
#include <fairmon/plugin.hpp>
#include <fairmon/readings.hpp>
#include <fairmon/result.hpp>
#include <fairmon/shards/plan.hpp>
#include <fairmon/source.hpp>
#include <fairmon/spec.hpp>
#include <fairmon/symbols.hpp>
#include <fairmon/time.hpp>
#include <fairmon/time_format.hpp>
#include <fairmon/tooling.hpp>
#include <fairmon/value.hpp>
#include <fairmon/verdict.hpp>
#include <fairmon/verdict_sink.hpp>
#include <fairmon/version.hpp>
