/**
 * How Node runs the server. Young objects get 4 MB of room: no more, for 50 MB less in memory, and no less, or
 * a process that was idle for a while collects them four times as often from then on.
 */
export const NODE_FLAGS = ["--max-semi-space-size=4", "--min-semi-space-size=4"];
