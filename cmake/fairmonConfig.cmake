# Found by `find_package(fairmon)`; offers the target fairmon::fairmon.
include(${CMAKE_CURRENT_LIST_DIR}/Dependencies.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/fairmonTargets.cmake)
