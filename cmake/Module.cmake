# fairmon_module(NAME <name> [DEPENDS <modules>] [LIBS <targets>] [TEST_DEPENDS <modules>]
#                [TEST_LIBS <targets>] [PRECOMPILE <headers>] [EXECUTABLE <program>] [INTERNAL])
#
# Turns the calling folder into the library `fairmon_<name>`. Files are found by suffix, in the
# folder and below it, except where a deeper folder has a CMakeLists.txt of its own:
#   x.cpp        the library
#   x_test.cpp   the GoogleTest program `fairmon_<name>_test`, one ctest entry per module
#   x_bench.cpp  the Google Benchmark program `fairmon_<name>_bench` (FAIRMON_BUILD_BENCHMARKS)
#   x_fuzz.cpp   the fuzzer `x_fuzz`; without FAIRMON_FUZZ it only replays tests/corpus/x_fuzz
#   main.cpp     the program named by EXECUTABLE, at the top of the build folder
# PRECOMPILE: headers of heavy libraries that most files of the module include.
# INTERNAL: a tool of this repository, not installed; its program lies with the tests.
# Tests run in the source folder, so that they may open files by their path in the repository.

function(fairmon_module)
  cmake_parse_arguments(PARSE_ARGV 0 arg "INTERNAL" "NAME;EXECUTABLE"
                        "DEPENDS;LIBS;TEST_DEPENDS;TEST_LIBS;PRECOMPILE")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME)
    message(FATAL_ERROR "fairmon_module: unknown or missing arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(target fairmon_${arg_NAME})
  _fairmon_sources(${CMAKE_CURRENT_SOURCE_DIR} sources)

  set(plain ${sources})
  list(FILTER plain EXCLUDE REGEX "_(test|bench|fuzz)\\.cpp$")
  list(FILTER plain EXCLUDE REGEX "/main\\.cpp$")
  _fairmon_library(${target} "${plain}" "${arg_DEPENDS}" "${arg_LIBS}" "${arg_PRECOMPILE}")
  fairmon_joined_files(${target})
  if(NOT arg_INTERNAL)
    set_property(GLOBAL APPEND PROPERTY FAIRMON_MODULES ${target})
  endif()

  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(FAIRMON_BUILD_TESTS AND tests)
    _fairmon_test(${target} ${arg_NAME} "${tests}" "${arg_TEST_DEPENDS}" "${arg_TEST_LIBS}")
  endif()

  set(benches ${sources})
  list(FILTER benches INCLUDE REGEX "_bench\\.cpp$")
  if(FAIRMON_BUILD_BENCHMARKS AND benches)
    add_executable(${target}_bench ${benches})
    target_link_libraries(${target}_bench PRIVATE ${target} fairmon_options
                                                  benchmark::benchmark_main)
    set_target_properties(${target}_bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                                     ${PROJECT_BINARY_DIR}/bench)
  endif()

  set(fuzzers ${sources})
  list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cpp$")
  if(FAIRMON_BUILD_TESTS OR FAIRMON_FUZZ)
    foreach(fuzzer IN LISTS fuzzers)
      _fairmon_fuzzer(${target} ${fuzzer})
    endforeach()
  endif()

  if(arg_EXECUTABLE)
    add_executable(${arg_EXECUTABLE} main.cpp)
    target_link_libraries(${arg_EXECUTABLE} PRIVATE ${target} fairmon_options)
    fairmon_optimise(${arg_EXECUTABLE})
    fairmon_check_hardening(${arg_EXECUTABLE})
    if(arg_INTERNAL)
      set(output ${PROJECT_BINARY_DIR}/tests)
    else()
      set(output ${PROJECT_BINARY_DIR})
      set_property(GLOBAL APPEND PROPERTY FAIRMON_PROGRAMS ${arg_EXECUTABLE})
    endif()
    set_target_properties(${arg_EXECUTABLE} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${output})
  endif()
endfunction()

# All *.cpp at and below `folder`, stopping at folders that are modules themselves.
function(_fairmon_sources folder out)
  file(GLOB found CONFIGURE_DEPENDS ${folder}/*.cpp)
  file(GLOB children CONFIGURE_DEPENDS LIST_DIRECTORIES true ${folder}/*)
  foreach(child IN LISTS children)
    if(IS_DIRECTORY ${child} AND NOT EXISTS ${child}/CMakeLists.txt)
      _fairmon_sources(${child} deeper)
      list(APPEND found ${deeper})
    endif()
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

function(_fairmon_library target sources depends libs precompile)
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:fairmon_options>)
    fairmon_optimise(${target})
    fairmon_position_independent(${target})
    fairmon_precompiled_header(${target} ${precompile})
    fairmon_watch_coverage(${target})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  list(TRANSFORM depends PREPEND fairmon_)
  target_link_libraries(${target} ${scope} ${depends} ${libs})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(
    ${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
endfunction()

function(_fairmon_test target name sources depends libs)
  list(TRANSFORM depends PREPEND fairmon_)
  add_executable(${target}_test ${sources})
  target_link_libraries(${target}_test PRIVATE ${target} ${depends} ${libs} fairmon_options
                                               GTest::gtest GTest::gtest_main)
  fairmon_optimise(${target}_test)
  fairmon_precompiled_header(${target}_test)
  set_target_properties(${target}_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                                  ${PROJECT_BINARY_DIR}/tests)
  add_test(NAME ${name} COMMAND ${target}_test --gtest_brief=1
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 600)
endfunction()

function(_fairmon_fuzzer target source)
  get_filename_component(stem ${source} NAME_WE)
  set(corpus ${PROJECT_SOURCE_DIR}/tests/corpus/${stem})
  add_executable(${stem} ${source})
  target_link_libraries(${stem} PRIVATE ${target} fairmon_options)
  fairmon_optimise(${stem})
  set_target_properties(${stem} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
  if(FAIRMON_FUZZ)
    # libFuzzer replays the corpus before it goes on, so no test of its own is needed.
    target_link_options(${stem} PRIVATE -fsanitize=fuzzer)
    return()
  endif()
  target_sources(${stem} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/fuzz_replay_main.cpp)
  add_test(NAME ${stem} COMMAND ${stem} ${corpus} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${stem} PROPERTIES LABELS fuzz TIMEOUT 120)
endfunction()
