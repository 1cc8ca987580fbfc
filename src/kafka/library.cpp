#include "kafka/library.hpp"

#include "support/on_demand.hpp"

namespace fairmon::kafka {

namespace {

const support::LoadedFunctions<Functions>& loaded_functions() {
  static const support::LoadedFunctions<Functions> loaded(
      FAIRMON_RDKAFKA_LIBRARY, "librdkafka1",
      [](support::LibraryOnDemand& library, Functions& functions) {
#define FAIRMON_KAFKA_FUNCTION(name) library.find("rd_kafka_" #name, functions.name);
#include "kafka/functions.def"
#undef FAIRMON_KAFKA_FUNCTION
        library.find("rd_kafka_new", functions.create);
      });
  return loaded;
}

}  // namespace

Result<void> load_library() { return loaded_functions().outcome(); }

const Functions& library() { return loaded_functions().get(); }

}  // namespace fairmon::kafka
