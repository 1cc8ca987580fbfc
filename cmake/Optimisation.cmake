# Optimising code takes twice as long as just compiling it, with sanitizers more. It pays in the
# modules where tests and fuzzers spend their time, not in the others nor in the tests.
set(FAIRMON_OPTIMISED_MODULES "all" CACHE STRING
    "Modules that are worth optimising; `libraries`: all but tests; or `all`")

# fairmon_optimise(<target>): takes optimisation away from a target that is not among them.
function(fairmon_optimise target)
  string(REGEX REPLACE "^fairmon_" "" name ${target})
  set(worthwhile ${FAIRMON_OPTIMISED_MODULES})
  if("all" IN_LIST worthwhile OR ("libraries" IN_LIST worthwhile AND NOT name MATCHES "_test$"))
    return()
  endif()
  if(NOT name IN_LIST worthwhile)
    target_compile_options(${target} PRIVATE -O0)
    set_target_properties(${target} PROPERTIES FAIRMON_NOT_OPTIMISED ON)
  endif()
endfunction()
