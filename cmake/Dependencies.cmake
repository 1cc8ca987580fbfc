# Every third-party library is found here and nowhere else. Link by these names:
#   fmt::fmt  FastFloat::fast_float  nlohmann_json::nlohmann_json
#   simdjson::simdjson  Boost::headers  PkgConfig::RE2  CLI11::CLI11  Threads::Threads
#   CURL::libcurl  PkgConfig::ZIP  OpenSSL::Crypto, OpenSSL::SSL (headers; loaded when needed)
# libpq and libsqlite3 are loaded when needed: PQ_INCLUDE_DIRS, SQLITE_INCLUDE_DIRS.
# librdkafka: its headers in RDKAFKA_INCLUDE_DIRS; it is loaded when needed, too.
# toml++ is headers only, in FAIRMON_TOML_FOLDER.
# and, where installed (ask with `if(TARGET ...)`):
#   PkgConfig::ZSTD  ZLIB::ZLIB  PkgConfig::DEFLATE
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(FastFloat REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(simdjson 3 REQUIRED)
find_package(Boost 1.81 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 REQUIRED QUIET IMPORTED_TARGET GLOBAL re2)

find_package(CURL REQUIRED)
find_package(OpenSSL 3 REQUIRED)
find_package(ZLIB QUIET)
# Its headers are enough; linked, it would be one more library to load at every start.
find_path(FAIRMON_TOML_FOLDER toml++/toml.h)
pkg_check_modules(ZIP REQUIRED QUIET IMPORTED_TARGET GLOBAL libzip)
pkg_check_modules(PQ REQUIRED QUIET libpq)
pkg_check_modules(SQLITE REQUIRED QUIET sqlite3)
pkg_check_modules(RDKAFKA REQUIRED QUIET rdkafka)
pkg_check_modules(ZSTD QUIET IMPORTED_TARGET GLOBAL libzstd)
pkg_check_modules(DEFLATE QUIET IMPORTED_TARGET GLOBAL libdeflate)

if(FAIRMON_BUILD_TESTS)
  find_package(GTest 1.12 REQUIRED)
endif()
if(FAIRMON_BUILD_BENCHMARKS)
  find_package(benchmark 1.7 REQUIRED)
endif()
