#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FAIRMON_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FAIRMON_SANITIZED
#endif

/// A function marked with this is compiled twice, for processors with and without 256-bit integers;
/// which one runs is decided when the program starts. A sanitizer is not ready that early and gets
/// the plain one.
#if defined(__x86_64__) && defined(__linux__) && !defined(FAIRMON_SANITIZED)
#define FAIRMON_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define FAIRMON_WIDE
#endif
