/**
 * How Node runs the server. Young objects get 4 MB of room: no more, for 50 MB less in memory, and no less, or
 * a process that was idle for a while collects them four times as often from then on. Old ones are first
 * collected at 48 MB: V8's own first limit lets a burst of requests leave 100 MB of garbage.
 */
export const NODE_FLAGS = [
  "--max-semi-space-size=4",
  "--min-semi-space-size=4",
  "--initial-old-space-size=48",
];

/**
 * Settings of the C library, which reads them before any program does. It keeps what was freed for each thread
 * apart, in up to eight places for each processor; two of them in all hold a seventh less of the process.
 */
export const NODE_SETTINGS = { MALLOC_ARENA_MAX: "2" };
