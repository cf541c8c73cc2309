import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { expect, test, vi } from "vitest";
import { isPassword } from "#server/backend/auth/passwords/index.ts";
import { createLimiter } from "#server/backend/gateway/concurrency-limiter.ts";
import type { MediaStore } from "#server/backend/storage/disk-store.ts";
import { imageVariants } from "#server/backend/storage/images.ts";
import type { StoredObject } from "#server/backend/storage/objects.ts";
import { endpoint } from "../../supabase/functions/_shared/endpoint.ts";
import testDeployment from "../../supabase/functions/test-deployment/index.ts";

/** Refusals that a healthy server under little load never sends. */

// Password checks never finish, so the queue behind the first ones fills.
vi.mock("bcrypt", () => ({
  default: { genSaltSync: () => "", compare: vi.fn(() => new Promise<never>(() => {})) },
}));

/** How many of `count` calls were refused at once, and with which sentences. */
async function refusedOf(count: number, call: () => Promise<unknown>) {
  const said: string[] = [];
  for (let made = 0; made < count; made += 1) call().catch((cause) => said.push(cause.message));
  // Not injected: Waits for the end of the event-loop turn that made all calls, not for time.
  await new Promise((resolve) => setImmediate(resolve));
  return said;
}

test("answers 503 behind 200 password checks", async () => {
  const refused = await refusedOf(203, () => isPassword("a-password", "a-hash"));
  expect(new Set(refused)).toEqual(new Set(["The server is busy. Please try again in a moment."]));
  // How many are compared at once depends on the machine; 200 wait, and refused ones are never
  // compared.
  expect(bcrypt.compare).toHaveBeenCalledTimes(203 - 200 - refused.length);
});

test("answers 503 behind 100 images", async () => {
  const cache = await mkdtemp(join(tmpdir(), "ld-line-"));
  const read = vi.fn(() => new Promise<never>(() => {}));
  const store = { read } as unknown as MediaStore;
  const variant = imageVariants(store, cache, { check: async () => {} });
  const said: string[] = [];
  for (let made = 0; made < 103; made += 1)
    variant({ version: `version-${made}` } as StoredObject, 320, "webp").catch((cause) =>
      said.push(cause.message),
    );
  await vi.waitFor(() => expect(said).toEqual(["Too many images at once. Try again."]));
  expect(read).toHaveBeenCalledTimes(2);
  expect(await readdir(cache)).toEqual([]);
  await rm(cache, { recursive: true });
});

test("answers 503 when every connection is in use", async () => {
  const limiter = createLimiter({ width: 1, waiting: 1, maxWaitMs: 60_000 });
  const work = vi.fn(() => new Promise<never>(() => {}));
  expect(await refusedOf(3, () => limiter.run(work))).toEqual([
    "The site is busy. Please try again in a moment.",
  ]);
  expect(work).toHaveBeenCalledTimes(1);
});

const call = () =>
  new Request("http://site.test/functions/v1/x", { method: "POST", body: '{"message":"ping"}' });

test("reports a function's error without its message", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const work = vi.fn(() => Promise.reject(new Error("column x does not exist")));
  const broken = endpoint({
    method: "POST",
    answer: work,
    failure: (message) => ({ error: message }),
  });
  const answer = await broken.fetch(call());
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { error: "Something went wrong on the server. Please try again." },
  ]);
  expect(logged).toHaveBeenCalledWith("column x does not exist");
  // It isn't retried.
  expect(work).toHaveBeenCalledTimes(1);
});

test("reports a function without its database", async () => {
  const asked = vi.fn((_: string | URL | Request) => Promise.reject(new Error("away")));
  const away = { env: () => "http://site.test", fetch: asked };
  const answer = await testDeployment.fetch(call(), away);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { error: { message: "The database isn't responding. Please try again." }, data: null },
  ]);
  // It only sent a read: there was nothing to change.
  expect(asked.mock.calls.map(([address]) => String(address))).toEqual([
    expect.stringMatching(/\/rpc\/is_admin_user$/),
  ]);
});

test("reports a function's invalid JSON", async () => {
  const odd = new Request(call().url, { method: "POST", body: "{" });
  const asked = vi.fn();
  const answer = await testDeployment.fetch(odd, { env: () => "http://site.test", fetch: asked });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: { message: "The request is not valid JSON." }, data: null },
  ]);
  expect(asked).not.toHaveBeenCalled();
});
