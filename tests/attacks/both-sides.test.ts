import { readdirSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { authOperations } from "#server/backend/auth/operations.ts";
import { restBounds } from "#server/backend/gateway/bounds.ts";
import { LIMITERS, type LimiterName } from "#server/backend/gateway/concurrency-limiter.ts";
import { createGateway } from "#server/backend/gateway/index.ts";
import {
  authBounds,
  FUNCTION_BOUNDS,
  memoryOf,
  type OperationBounds,
  RPC_BOUNDS,
  STORAGE_BOUNDS,
} from "#server/backend/gateway/operations/index.ts";
import {
  functionOperation,
  type OperationTable,
} from "#server/backend/gateway/request/operation.ts";
import type { RestCall, Services } from "#server/backend/gateway/services.ts";
import { readUpload } from "#server/backend/storage/upload-body.ts";
import type { RequestInfo } from "#server/backend/types.ts";
import { SEND_BOUNDS } from "#server/http/send-buffers.ts";
import { createLog } from "#server/runtime/log.ts";
import { everyOperation, type Plain } from "./operations.ts";

const MB = 1024 * 1024;

/** Each operation in the gateway's table, just below and just above each of its bounds. */
const answer = vi.fn<() => Promise<Response>>();
const rest = vi.fn<(call: RestCall) => Promise<Response>>();
const isStaff = vi.fn<() => Promise<boolean>>();
const anything = new Proxy({}, { get: () => answer });
const gateway = createGateway({
  services: {
    auth: { operations: authOperations, handlers: anything },
    rest,
    storage: anything,
    functions: {
      operations: Object.fromEntries(
        Object.keys(FUNCTION_BOUNDS).map((name) => [name, functionOperation(name)]),
      ),
      run: answer,
    },
  } as unknown as Services,
  isStaff,
  limit: () => {},
  log: createLog("silent"),
  keys: { publishableKey: "sb_publishable_x", secretKey: "sb_secret_x", jwtSecret: "secret" },
});

beforeEach(() => {
  vi.resetAllMocks();
  answer.mockImplementation(async () => new Response("{}"));
  rest.mockImplementation(async () => new Response("[]"));
  isStaff.mockResolvedValue(false);
});
afterEach(() => {
  vi.useRealTimers();
});

function send({ method, target, body }: Plain, asks?: RequestInfo["asks"] | "function") {
  const apikey = asks === "function" ? "sb_secret_x" : "sb_publishable_x";
  const headers = { apikey, "content-type": "application/json" };
  const request = new Request(`http://site.test${target}`, { method, body, headers });
  if (asks === "function") return gateway.fromFunction(request);
  const from = { clientAddress: "7.7.7.7", requestId: "test" };
  return gateway.fetch(request, { ...from, ...(asks && { asks }) });
}

/** Pads JSON with white space, which changes only its length. */
const padded = (plain: Plain, bytes: number): Plain => {
  const body = plain.body ?? "{}";
  return { ...plain, body: body + " ".repeat(bytes - Buffer.byteLength(body)) };
};

const operations = everyOperation(Object.keys(FUNCTION_BOUNDS)).flatMap(([what, plain]) => {
  const [service = "", name = ""] = what.split(" ");
  const bounds: Record<string, OperationBounds | undefined> = {
    auth: authBounds((authOperations as OperationTable)[name] ?? {}),
    storage: STORAGE_BOUNDS[name as keyof typeof STORAGE_BOUNDS],
    functions: FUNCTION_BOUNDS[name],
  };
  const own = bounds[service];
  if (!own) return [];
  const saysNothing = Number(own.request) < 100 && plain.body !== undefined;
  return [{ what, ...own, plain: saysNothing ? { ...plain, body: "{}" } : plain }];
});

test.each(
  operations.filter(({ request, plain }) => request !== "upload" && !/GET|HEAD/.test(plain.method)),
)("$what takes $request bytes and no more", async ({ plain, request }) => {
  expect((await send(padded(plain, Number(request)))).status).toBe(200);
  expect((await send(padded(plain, Number(request) + 1))).status).toBe(413);
  expect(answer).toHaveBeenCalledTimes(1);
});

test("limits an upload to MEDIA_MAX_MB", async () => {
  const upload = async (bytes: number) => {
    const body = Buffer.alloc(bytes, "a");
    const request = new Request("http://site.test/", { method: "POST", body });
    return buffer((await readUpload(request, 10_000)).content);
  };
  expect(await upload(10_000)).toHaveLength(10_000);
  await expect(upload(10_001)).rejects.toMatchObject({ status: 413 });
});

test.each(operations.filter(({ answer }) => answer !== "file"))(
  "$what answers with $answer bytes and no more",
  async ({ plain, answer: most }) => {
    const answers = (bytes: number) =>
      answer.mockImplementationOnce(async () => new Response("x".repeat(bytes)));
    answers(Number(most));
    const whole = await send(plain);
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, most]);
    answers(Number(most) + 1);
    const refused = await send(plain);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/The answer would be larger than .+ Ask for fewer rows/);
  },
);

test.each(operations.filter(({ answer }) => answer === "file"))(
  "$what is sent as it is read, however long it is",
  async ({ plain }) => {
    let read = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    answer.mockResolvedValueOnce(new Response(endless));
    const response = await send(plain);
    expect(response.status).toBe(200);
    expect(read).toBeLessThan(4);
    await response.body?.cancel();
  },
);

test.each(operations)("$what has $ms ms and no more", async ({ plain, ms }) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const began = Promise.withResolvers<void>();
  answer.mockImplementationOnce(() => {
    began.resolve();
    return new Promise(() => {});
  });
  const ended = vi.fn();
  const response = send(plain);
  void response.then(ended);
  await began.promise;
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  const refused = await response;
  expect(refused.status).toBe(504);
  expect(await refused.text()).toContain("This is taking too long. Please try again in a moment.");
});

const post = (path: string): Plain => ({ method: "POST", target: `/rest/v1${path}`, body: "{}" });

const TABLES = [
  ["a visitor's read", post("/services"), "reading", false, undefined],
  ["a message", post("/contact_submissions"), "writing", false, undefined],
  ["a booking", post("/rpc/booking_add"), "writing", false, undefined],
  ["staff's work", post("/services"), "staff", true, undefined],
  ["a page's question", post("/rpc/page_rows"), "pages", false, "page"],
  ["a function's question", post("/services"), "functions", false, "function"],
] as const;
test.each(TABLES)("%s has the bounds of its limiter", async (_, plain, limiter, staff, asks) => {
  isStaff.mockResolvedValue(staff);
  const { request, answer: most } = LIMITERS[limiter];
  expect((await send(padded(plain, request), asks)).status).toBe(200);
  const own = RPC_BOUNDS.get(plain.target.split("/rpc/")[1] ?? "")?.answer;
  expect(rest.mock.calls[0]?.[0].answer).toBe(own ?? most);
  expect((await send(padded(plain, request + 1), asks)).status).toBe(413);
  expect(rest).toHaveBeenCalledTimes(1);
});

test("an email that arrived may have 16 MB, from a function", async () => {
  const mail = post("/rpc/mail_arrived");
  expect((await send(padded(mail, 16 * MB), "function")).status).toBe(200);
  expect((await send(padded(mail, 16 * MB + 1), "function")).status).toBe(413);
  expect((await send(padded(mail, 2 * MB))).status).toBe(413);
  expect(rest).toHaveBeenCalledTimes(1);
});

// The database decides who else may call a function: tests/db/access.test.ts.
test.each([...RPC_BOUNDS])("%s is closed to browsers if it is for pages", async (name, { who }) => {
  const [browser, page] = [
    await send(post(`/rpc/${name}`)),
    await send(post(`/rpc/${name}`), "page"),
  ];
  expect([browser.status, page.status]).toEqual([who === "page" ? 401 : 200, 200]);
});

test("answers 404 for a file without a row", async () => {
  // Not injected: Only the name of an SQL function that the table doesn't list; nothing waits.
  expect((await send(post("/rpc/pg_sleep"))).status).toBe(404);
  expect(rest).not.toHaveBeenCalled();
  expect((await send({ ...post(""), target: "/functions/v1/none" })).status).toBe(404);
});

test("each function of supabase/functions has its row, and no other has", () => {
  // Not JSON, and larger than anything else: it has its own address and bounds (receive-mail.ts).
  const apart = ["_shared", "inbound-mail"];
  const folders = readdirSync("supabase/functions").filter((name) => !apart.includes(name));
  expect(Object.keys(FUNCTION_BOUNDS).toSorted()).toEqual(folders.toSorted());
});

/** A limiter's largest answer: its largest call, or an SQL function with a larger limit. */
function largestIn(name: LimiterName): number {
  const own = [...RPC_BOUNDS].flatMap(([rpc, { answer: most, who }]) => {
    const asked = { method: "POST", path: `/rpc/${rpc}`, staff: who === "admin" };
    const { limiter } = restBounds({ ...asked, asks: who === "page" ? "page" : "browser" });
    return most && limiter === name ? [most] : [];
  });
  const { request, answer: most } = LIMITERS[name];
  return memoryOf({ request, answer: Math.max(most, ...own) });
}

test("a preview by link counts in its own limiter", () => {
  expect(largestIn("previews")).toBe(4 * 1024 + 2 * 4 * MB);
});

test("a full gateway keeps a process of 130 MB under 300 MB", () => {
  const limiters = Object.keys(LIMITERS) as LimiterName[];
  const tables = limiters.reduce((sum, name) => sum + LIMITERS[name].width * largestIn(name), 0);
  const largest = (rows: Pick<OperationBounds, "request" | "answer">[]) =>
    Math.max(...rows.map(memoryOf));
  const of = (service: string, who?: string) =>
    operations.filter(
      ({ what, ...row }) =>
        what.startsWith(service) && (!who || (row as { who?: string }).who === who),
    );
  // Accounts wait for a connection in the server's pool, functions for a slot in their limiter.
  const accounts = 5 * largest(of("auth"));
  const functions = LIMITERS.functions.width * largest(of("functions"));
  // Files and pages count by their read-ahead and their unsent bytes: SEND_BOUNDS.
  const files = LIMITERS.reading.width * largest(of("storage", "anybody"));
  const all = tables + accounts + functions + files + SEND_BOUNDS.all;
  expect(130 * MB + all).toBeLessThan(300 * MB);
  // No single answer exceeds what may be buffered for one address.
  const answers = [
    ...Object.values(LIMITERS),
    ...RPC_BOUNDS.values(),
    ...operations.filter((row) => row.answer !== "file"),
  ].map(({ answer: most }) => Number(most ?? 0));
  expect(Math.max(...answers)).toBeLessThanOrEqual(SEND_BOUNDS.address);
});
