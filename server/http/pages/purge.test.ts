import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "#server/runtime/log.ts";
import { createPurge, type PurgeTarget } from "./purge.ts";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

/** A cache in front that answers with these statuses in turn, then with 200; "never": not at all. */
async function cacheInFront(...statuses: (number | "never")[]) {
  const told: { method: string | undefined; token: string | undefined; body: unknown }[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const { authorization: token } = req.headers;
    told.push({ method: req.method, token, body: JSON.parse(String(Buffer.concat(chunks))) });
    const status = statuses.shift() ?? 200;
    if (status !== "never") res.writeHead(status, { location: "/" }).end();
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
  const log = createLog("silent");
  const said = { warn: vi.spyOn(log, "warn"), error: vi.spyOn(log, "error") };
  const purge = (target: Partial<PurgeTarget> = {}, answer = 30_000) =>
    createPurge(
      { url, ...target },
      {
        paths: async () => ["/", "/services"],
        log,
        times: { gather: 20, answer, retries: [1, 1] },
      },
    );
  return { told, said, purge };
}

test("a change is told with the paths and the token; many at once are one", async () => {
  const { told, purge, said } = await cacheInFront();
  const { changed } = purge({ token: "secret" });
  for (let i = 0; i < 5; i++) changed();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]).toEqual({
    method: "POST",
    token: "Bearer secret",
    body: { paths: ["/", "/services"] },
  });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(told).toHaveLength(1);
  changed();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(said.warn).not.toHaveBeenCalled();
});

test("without a token none is sent", async () => {
  const { told, purge } = await cacheInFront();
  purge().changed();
  await vi.waitFor(() => expect(told[0]).toMatchObject({ token: undefined }));
});

test("what fails is told again: a refusal, a redirect, an answer that does not come", async () => {
  const { told, said, purge } = await cacheInFront(500, 302);
  purge().changed();
  await vi.waitFor(() => expect(told).toHaveLength(3));
  expect(said.warn).toHaveBeenCalledTimes(2);
  expect(said.error).not.toHaveBeenCalled();
  const silent = await cacheInFront("never");
  silent.purge({}, 100).changed();
  await vi.waitFor(() => expect(silent.told).toHaveLength(2));
});

test("after a few tries it is given up with a line, and the next change is told anew", async () => {
  const { told, said, purge } = await cacheInFront(500, 500, 500);
  const { changed } = purge();
  changed();
  await vi.waitFor(() => expect(said.error).toHaveBeenCalledTimes(1));
  expect(told).toHaveLength(3);
  changed();
  await vi.waitFor(() => expect(told).toHaveLength(4));
});

test("a change while a cache is being told is told once more", async () => {
  const { told, purge } = await cacheInFront("never");
  const { changed } = purge({}, 100);
  changed();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  changed();
  // The first has no answer and is told again, which may be before the change or after it.
  await vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(2));
});

test("stopped, it tells nothing more", async () => {
  const { told, said, purge } = await cacheInFront();
  const { changed, stop } = purge();
  changed();
  stop();
  changed();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect([told, said.warn.mock.calls, said.error.mock.calls]).toEqual([[], [], []]);
});
