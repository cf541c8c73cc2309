import { Readable, Writable } from "node:stream";
// Not injected: Polls once per event-loop turn until the stream is full.
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { copyOut } from "#server/backend/self-hosted/backup/archive/copy.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";

describe("COPY", () => {
  /** Doesn't read its first chunk until the source stream is full. */
  function slowDestination() {
    let source: Readable;
    let bytes = 0;
    return {
      bytes: () => bytes,
      stream: new Writable({
        highWaterMark: 1,
        async write(chunk, _, done) {
          const full = () => source.readableLength >= source.readableHighWaterMark;
          while (bytes === 0 && !full()) await turn();
          bytes += chunk.length;
          done();
        },
      }).on("pipe", (from: Readable) => {
        source = from;
      }),
    };
  }

  test("continues after rows that fill the buffer exactly", async () => {
    const url = await createTestDatabase(inject("clusterUrl"));
    const own = connect(url, 1);
    const row = 1_000;
    // The first row is read at once; the last row fills the buffer to its limit or slightly above.
    const full = Math.ceil(new Readable().readableHighWaterMark / (row + 1)) + 1;
    const { stream, bytes } = slowDestination();
    const next = await own.begin(async (tx) => {
      const source = `(select repeat('x', ${row}) from generate_series(1, ${full}))`;
      const signal = new AbortController().signal;
      await copyOut(tx, source, stream, { signal, moved: () => {} });
      return tx`select 1 as answer`;
    });
    expect(next).toEqual([{ answer: 1 }]);
    expect(bytes()).toBe(full * (row + 1));
    await own.end();
    await dropTestDatabase(url);
  });
});
