import { sign } from "hono/jwt";
import { beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Caller } from "#server/backend/postgres/caller.ts";
import { Refusal } from "#server/backend/refusal.ts";
import type { RequestInfo } from "#server/backend/types.ts";
import { createLog } from "#server/runtime/log.ts";
import { INERT_HEADERS } from "#server/runtime/security-headers.ts";
import { createGateway } from "./index.ts";
import type { Call } from "./request/operation.ts";
import type { FunctionCall, RestCall, Services } from "./services.ts";
import type { StorageCall, StorageHandlers } from "./storage.ts";

const PUBLISHABLE = "sb_publishable_x";
const SECRET = "sb_secret_x";
const INFO: RequestInfo = { clientAddress: "7.7.7.7", requestId: "r-1" };

const auth = vi.fn<(call: Call) => Promise<Response>>(async () => new Response("auth"));
const rest = vi.fn<(call: RestCall) => Promise<Response>>(async () => new Response("rest"));
const file = vi.fn<(call: StorageCall) => Promise<Response>>(async () => new Response("file"));
const run = vi.fn<(call: FunctionCall) => Promise<Response>>(async () => new Response("run"));
const isStaff = vi.fn<(caller: Caller) => Promise<boolean>>(async () => false);
const limit = vi.fn();
const log = createLog("silent");

const operation = { query: z.strictObject({ a: z.string().optional() }) };
const services: Services = {
  auth: {
    operations: {
      ask: { ...operation, method: "POST", path: "/ask", body: z.strictObject({ b: z.number() }) },
      look: { ...operation, method: "GET", path: "/look" },
    },
    handlers: { ask: (call) => auth(call), look: (call) => auth(call) },
  },
  rest: (call) => rest(call),
  storage: new Proxy({} as StorageHandlers, { get: () => file }),
  functions: {
    table: new Map([
      ["send-contact-email", { query: [] }],
      ["list", { query: ["page"] }],
    ]),
    run: (call) => run(call),
  },
};
const gateway = () =>
  createGateway({
    services,
    isStaff,
    limit,
    keys: { publishableKey: PUBLISHABLE, secretKey: SECRET, jwtSecret: "secret" },
    log,
  });

beforeEach(() => {
  vi.clearAllMocks();
});

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}
const asking = (path: string, { method = "GET", headers = {}, body }: Asked = {}) =>
  new Request(`http://site.test${path}`, {
    method,
    headers: {
      apikey: PUBLISHABLE,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const ask = (path: string, asked: Asked = {}, info: Partial<RequestInfo> = {}) =>
  gateway().fetch(asking(path, asked), { ...INFO, ...info });
/** What the first call of it was given. */
function given<Arg>({ mock }: { mock: { calls: [Arg][] } }): Arg {
  const [first] = mock.calls;
  if (!first) throw new Error("Nothing arrived.");
  return first[0];
}
const limits = () => limit.mock.calls;

test("a call of accounts arrives in parts: query, body, token, cookies, and who asks", async () => {
  const answer = await ask("/auth/v1/ask?a=1", {
    method: "POST",
    headers: { authorization: "Bearer t.o.k", cookie: "x=1; y = 2 ;x=3;=4;z" },
    body: { b: 2 },
  });
  expect(await answer.text()).toBe("auth");
  const { signal, ...call } = given(auth);
  expect(signal).toBeInstanceOf(AbortSignal);
  expect(call).toEqual({
    query: { a: "1" },
    body: { b: 2 },
    token: "t.o.k",
    cookies: { x: "1", y: "2" },
    info: INFO,
  });
  expect(limits()).toEqual([["account", "7.7.7.7"]]);
  expect(Object.fromEntries(answer.headers)).toMatchObject(INERT_HEADERS);
  await ask("/auth/v1/look");
  expect(auth.mock.calls[1]?.[0]).toMatchObject({ query: {}, cookies: {}, body: undefined });
});

test("what a page asks of accounts is not counted as the visitor's", async () => {
  await ask("/auth/v1/look", {}, { asks: "page" });
  expect(auth).toHaveBeenCalledOnce();
  expect(limits()).toEqual([]);
});

test.each(["/auth/v1/look", "/rest/v1/services"])("%s wants the publishable key", async (path) => {
  for (const apikey of ["", SECRET, "other"]) {
    const answer = await ask(path, { headers: { apikey } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject(
      path.startsWith("/auth")
        ? { error_code: "invalid_api_key", msg: "Send the publishable key as apikey." }
        : { code: "invalid_api_key", message: "Send the publishable key as apikey." },
    );
  }
  expect(auth).not.toHaveBeenCalled();
  expect(rest).not.toHaveBeenCalled();
});

test.each([
  ["/auth/v1/none", "GET", 404, null],
  ["/auth/v1/ask", "GET", 405, "POST"],
  ["/auth/v1/look?b=1", "GET", 400, null],
  ["/auth/v1/look?a=1&a=2", "GET", 400, null],
  ["/elsewhere", "GET", 404, null],
  ["/rest/v2/x", "GET", 404, null],
  ["/functions/v1/none", "POST", 404, null],
  ["/functions/v1/list?other=1", "GET", 400, null],
  ["/functions/v1/list?page=1&page=2", "GET", 400, null],
  ["/storage/v1/none", "GET", 404, null],
])("%s by %s is answered %i", async (path, method, status, allow) => {
  const answer = await ask(path, { method });
  expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
  for (const handler of [auth, rest, file, run]) expect(handler).not.toHaveBeenCalled();
});

test("a body that the operation does not know is refused; none is needed where none is known", async () => {
  for (const body of [{ b: "2" }, { b: 2, c: 3 }, [1], "x"])
    expect((await ask("/auth/v1/ask", { method: "POST", body })).status).toBe(400);
  expect(auth).not.toHaveBeenCalled();
});

test("a visitor's read of tables arrives whole, in the lane and the limit of visits", async () => {
  const answer = await ask("/rest/v1/services?select=title&id=eq.1");
  expect(await answer.text()).toBe("rest");
  const { headers, ...call } = given(rest);
  expect(headers.get("apikey")).toBe(PUBLISHABLE);
  expect(call).toEqual({
    method: "GET",
    address: {
      service: "rest",
      path: "/services",
      query: [
        ["select", "title"],
        ["id", "eq.1"],
      ],
    },
    body: undefined,
    caller: { role: "anon", claims: { role: "anon" }, staff: false },
  });
  expect(limits()).toEqual([["visit", "7.7.7.7"]]);
});

test("a message is counted as one, staff's work as theirs, a page's reads not at all", async () => {
  await ask("/rest/v1/contact_submissions", { method: "POST", body: { name: "Ann" } });
  expect(rest.mock.calls[0]?.[0].body).toEqual({ name: "Ann" });
  isStaff.mockResolvedValueOnce(true);
  await ask("/rest/v1/services");
  expect(rest.mock.calls[1]?.[0].caller.staff).toBe(true);
  await ask("/rest/v1/services", {}, { asks: "page" });
  await ask("/rest/v1/contact_submissions", { method: "POST", body: {} }, { asks: "page" });
  expect(limits().map(([name]) => name)).toEqual(["message", "work", "message"]);
});

test("a session's token says who asks; one that is not ours is refused", async () => {
  const claims = { role: "authenticated", sub: "1", session_id: "s" };
  const token = await sign(claims, "secret", "HS256");
  await ask("/rest/v1/services", { headers: { authorization: `Bearer ${token}` } });
  expect(rest.mock.calls[0]?.[0].caller).toMatchObject({ role: "authenticated", claims });
  const forged = await sign(claims, "other", "HS256");
  const answer = await ask("/rest/v1/services", { headers: { authorization: `Bearer ${forged}` } });
  expect(answer.status).toBe(401);
});

test("the secret key opens everything to a function, and nothing to anybody else", async () => {
  const { fromFunction } = gateway();
  const asService = asking("/rest/v1/services", { headers: { apikey: SECRET } });
  expect(await (await fromFunction(asService)).text()).toBe("rest");
  expect(rest.mock.calls[0]?.[0].caller).toMatchObject({ role: "service_role", staff: true });
  expect([isStaff.mock.calls, limits()]).toEqual([[], []]);
  await fromFunction(asking("/rest/v1/services"));
  expect(rest.mock.calls[1]?.[0].caller).toMatchObject({ role: "anon", staff: true });
});

test("one address has four requests under way, another its own", async () => {
  const { fetch } = gateway();
  const { promise, resolve } = Promise.withResolvers<Response>();
  rest.mockReturnValue(promise);
  isStaff.mockResolvedValue(true);
  const from = (clientAddress: string, asks?: "page") =>
    fetch(asking("/rest/v1/services"), { ...INFO, clientAddress, ...(asks && { asks }) });
  const first = Array.from({ length: 70 }, () => from("7.7.7.7"));
  const refused: number[] = [];
  for (const answer of first)
    void answer.then(({ status }) => status === 503 && refused.push(status));
  await vi.waitFor(() => expect(refused).toHaveLength(70 - 4 - 60));
  expect(rest).toHaveBeenCalledTimes(4);
  const page = from("7.7.7.7", "page");
  await vi.waitFor(() => expect(rest).toHaveBeenCalledTimes(5));
  rest.mockReset();
  rest.mockImplementation(async () => new Response("rest"));
  isStaff.mockReset();
  isStaff.mockImplementation(async () => false);
  resolve(new Response("rest"));
  await Promise.all([...first, page]);
});

test("files are counted as files, changes to them as work; the handler gets its call", async () => {
  const path = "/storage/v1/object/public/media/a/b.png";
  expect(await (await ask(path)).text()).toBe("file");
  await ask(path, { method: "HEAD" });
  await ask("/storage/v1/object/media/a/b.png", { method: "POST", body: 1 });
  await ask(path, {}, { asks: "page" });
  expect(limits().map(([name]) => name)).toEqual(["file", "file", "work"]);
  expect(file.mock.calls.map(([{ key }]) => key)).toEqual(Array(4).fill("a/b.png"));
});

test("a function is handed what it may know: parameters, body, and the caller's own rights", async () => {
  const answer = await ask("/functions/v1/list?page=2", {
    method: "POST",
    headers: { authorization: "Bearer t.o.k", cookie: "x=1" },
    body: { a: 1 },
  });
  expect(await answer.text()).toBe("run");
  const { signal, ...call } = given(run);
  expect(signal).toBeInstanceOf(AbortSignal);
  expect(call).toEqual({
    ...{ name: "list", method: "POST", query: { page: "2" }, body: { a: 1 }, requestId: "r-1" },
    headers: { apikey: PUBLISHABLE, authorization: "Bearer t.o.k" },
  });
  await ask("/functions/v1/send-contact-email", { method: "POST" });
  expect(run.mock.calls[1]?.[0].headers).toEqual({ apikey: PUBLISHABLE });
  expect(limits().map(([name]) => name)).toEqual(["function", "message"]);
  await gateway().fromFunction(asking("/functions/v1/list"));
  expect(limits()).toHaveLength(2);
});

test("a browser that asks what it may is told nothing more, but by functions themselves", async () => {
  const answer = await ask("/rest/v1/services", { method: "OPTIONS", headers: { apikey: "" } });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect(rest).not.toHaveBeenCalled();
  await ask("/functions/v1/list", { method: "OPTIONS" });
  expect(run).toHaveBeenCalledOnce();
});

test("an address that came in another spelling than it is read in is refused", async () => {
  const path = "/rest/v1/services?select=title";
  expect((await ask(path, {}, { target: path })).status).toBe(200);
  for (const target of [`/${path}`, "/rest/v1/./services?select=title", "/rest/v1/services"])
    expect((await ask(path, {}, { target })).status).toBe(400);
});

test("whatever breaks is told to the log, and in a sentence to who asked", async () => {
  const error = vi.spyOn(log, "error");
  const info = vi.spyOn(log, "info");
  vi.spyOn(log, "child").mockReturnValue(log as never);
  const err = new Error("column x does not exist");
  rest.mockRejectedValueOnce(err);
  const answer = await ask("/rest/v1/services?select=secret");
  expect([answer.status, await answer.json()]).toEqual([
    500,
    {
      ...{ code: "server_error", message: "Something went wrong. Please try again." },
      ...{ details: null, hint: null },
    },
  ]);
  expect(error).toHaveBeenCalledWith(
    { method: "GET", path: "/rest/v1/services", status: 500, err },
    "failed",
  );
  rest.mockRejectedValueOnce(new Refusal(403, "forbidden", "No."));
  await ask("/rest/v1/services");
  expect(info).toHaveBeenCalledWith(
    {
      ...{ method: "GET", path: "/rest/v1/services", status: 403 },
      ...{ address: "7.7.7.7", reason: "forbidden" },
    },
    "refused",
  );
});
