import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "#server/runtime/log.ts";
import { createPurge, type PurgeTarget } from "./purge.ts";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

/** A CDN or proxy cache that responds with these statuses in turn, then 200; "never" means no response. */
async function cacheInFront(...statuses: (number | "never" | Promise<number>)[]) {
  const purges: { method: string | undefined; token: string | undefined; body: unknown }[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const { authorization: token } = req.headers;
    purges.push({ method: req.method, token, body: JSON.parse(String(Buffer.concat(chunks))) });
    const status = (await statuses.shift()) ?? 200;
    if (status !== "never") res.writeHead(status, { location: "/" }).end();
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
  const log = createLog("silent");
  const said = { warn: vi.spyOn(log, "warn"), error: vi.spyOn(log, "error") };
  const purge = (target: Partial<PurgeTarget> = {}) =>
    createPurge(
      { url, ...target },
      {
        paths: async () => ["/", "/services"],
        log,
        times: { gather: 1, answer: 30_000, retries: [1, 1] },
      },
    );
  return { purges, said, purge };
}

test("sends a purge with paths and token, and merges simultaneous ones", async () => {
  const { purges, purge, said } = await cacheInFront();
  const { changed } = purge({ token: "secret" });
  await Promise.all(Array.from({ length: 5 }, changed));
  expect(purges).toEqual([
    { method: "POST", token: "Bearer secret", body: { paths: ["/", "/services"] } },
  ]);
  await changed();
  expect(purges).toHaveLength(2);
  expect(said.warn).not.toHaveBeenCalled();
});

test("sends no token without one", async () => {
  const { purges, purge } = await cacheInFront();
  await purge().changed();
  expect(purges).toMatchObject([{ token: undefined }]);
});

test("retries after a refusal or redirect", async () => {
  const { purges, said, purge } = await cacheInFront(500, 302);
  await purge().changed();
  expect(purges).toHaveLength(3);
  expect(said.warn).toHaveBeenCalledTimes(2);
  expect(said.error).not.toHaveBeenCalled();
});

test("retries after a timeout", async () => {
  const { purges, said, purge } = await cacheInFront("never");
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(deadline.signal);
  const changed = purge().changed();
  await vi.waitFor(() => expect(purges).toHaveLength(1));
  expect(timeout).toHaveBeenCalledExactlyOnceWith(30_000);
  deadline.abort();
  await changed;
  expect(purges).toHaveLength(2);
  expect(said.warn).toHaveBeenCalledTimes(1);
  expect(said.error).not.toHaveBeenCalled();
});

test("gives up after a few tries with a log line, until the next change", async () => {
  const { purges, said, purge } = await cacheInFront(500, 500, 500);
  const { changed } = purge();
  await changed();
  expect(said.error).toHaveBeenCalledTimes(1);
  expect(purges).toHaveLength(3);
  await changed();
  expect(purges).toHaveLength(4);
});

test("sends another purge for a change during one", async () => {
  const answer = Promise.withResolvers<number>();
  const { purges, said, purge } = await cacheInFront(answer.promise);
  const { changed } = purge();
  void changed();
  await vi.waitFor(() => expect(purges).toHaveLength(1));
  const second = changed();
  answer.resolve(200);
  await second;
  expect(purges).toHaveLength(2);
  expect(said.warn).not.toHaveBeenCalled();
});

test("sends nothing after it is stopped", async () => {
  const { purges, said, purge } = await cacheInFront();
  const { changed, stop } = purge();
  const before = changed();
  stop();
  await Promise.all([before, changed()]);
  expect([purges, said.warn.mock.calls, said.error.mock.calls]).toEqual([[], [], []]);
});
