import { expect, onTestFinished, test, vi } from "vitest";
import { HttpError } from "#server/backend/http-error.ts";
import type { RequestInfo } from "#server/backend/types.ts";
import { tokenWith } from "#tests/support/token.ts";
import {
  ask,
  asking,
  auth,
  file,
  gateway,
  INFO,
  isStaff,
  limits,
  log,
  rest,
  run,
  SECRET,
} from "./steps.ts";

test.each(["/auth/v1/look", "/rest/v1/services"])(
  "%s requires the publishable key",
  async (path) => {
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
  },
);

test.each([
  ["/auth/v1/none", "GET", 404, null],
  ["/auth/v1/ask", "GET", 405, "POST"],
  ["/auth/v1/look?b=1", "GET", 400, null],
  ["/auth/v1/look?a=1&a=2", "GET", 400, null],
  ["/elsewhere", "GET", 404, null],
  ["/rest/v2/x", "GET", 404, null],
  ["/functions/v1/none", "POST", 404, null],
  ["/functions/v1/admin-list-users?other=1", "GET", 400, null],
  ["/functions/v1/admin-list-users?page=1&page=2", "GET", 400, null],
  ["/storage/v1/none", "GET", 404, null],
])("%s by %s is answered %i", async (path, method, status, allow) => {
  const answer = await ask(path, { method });
  expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
  for (const handler of [auth, rest, file, run]) expect(handler).not.toHaveBeenCalled();
});

test("refuses a body that the operation does not accept", async () => {
  for (const body of [{ b: "2" }, { b: 2, c: 3 }, [1], "x"])
    expect((await ask("/auth/v1/ask", { method: "POST", body })).status).toBe(400);
  expect(auth).not.toHaveBeenCalled();
});

test("takes an empty object for no body, as supabase-js sends it", async () => {
  const leave = async (body?: unknown) =>
    (await ask("/auth/v1/leave", { method: "POST", body })).status;
  expect([await leave(), await leave({})]).toEqual([200, 200]);
  expect(auth.mock.calls.map(([{ body }]) => body)).toEqual([undefined, undefined]);
  expect([await leave({ a: 1 }), await leave([]), await leave("x"), await leave(1)]).toEqual([
    400, 400, 400, 400,
  ]);
});

test("identifies the caller by a session's token, and refuses foreign tokens", async () => {
  const token = await tokenWith("secret");
  await ask("/rest/v1/services", { headers: { authorization: `Bearer ${token}` } });
  expect(rest.mock.calls[0]?.[0].caller).toMatchObject({
    role: "authenticated",
    claims: { role: "authenticated", sub: expect.any(String) },
  });
  const forged = await tokenWith("other");
  const answer = await ask("/rest/v1/services", { headers: { authorization: `Bearer ${forged}` } });
  expect(answer.status).toBe(401);
});

test("the secret key gives functions full access, and no one else any", async () => {
  const { fromFunction } = gateway();
  const asService = asking("/rest/v1/services", { headers: { apikey: SECRET } });
  expect(await (await fromFunction(asService)).text()).toBe("rest");
  expect(rest.mock.calls[0]?.[0].caller).toMatchObject({ role: "service_role", staff: true });
  expect([isStaff.mock.calls, limits()]).toEqual([[], []]);
  await fromFunction(asking("/rest/v1/services"));
  expect(rest.mock.calls[1]?.[0].caller).toMatchObject({ role: "anon", staff: true });
});

test("allows four requests at once for each address", async () => {
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

test("answers preflight requests itself, except those to functions", async () => {
  const answer = await ask("/rest/v1/services", { method: "OPTIONS", headers: { apikey: "" } });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect(rest).not.toHaveBeenCalled();
  await ask("/functions/v1/admin-list-users", { method: "OPTIONS" });
  expect(run).toHaveBeenCalledOnce();
});

test("refuses changes that another site's page sends, except to functions", async () => {
  const headers = { "sec-fetch-site": "cross-site" };
  const change = (path: string) => ask(path, { method: "POST", headers, body: {} });
  expect((await change("/rest/v1/services")).status).toBe(403);
  expect(rest).not.toHaveBeenCalled();
  // They decide themselves which sites may call them.
  expect((await change("/functions/v1/admin-list-users")).status).toBe(200);
  // Reading changes nothing.
  for (const method of ["GET", "HEAD"])
    expect((await ask("/rest/v1/services", { method, headers })).status).toBe(200);
});

test("serves what pages read to pages only", async () => {
  const path = "/rest/v1/rpc/page_rows";
  const asked = { method: "POST", body: {} };
  expect((await ask(path, asked)).status).toBe(401);
  const authorization = `Bearer ${await tokenWith("secret")}`;
  expect((await ask(path, { ...asked, headers: { authorization } })).status).toBe(403);
  expect(rest).not.toHaveBeenCalled();
  expect((await ask(path, asked, { asks: "page" })).status).toBe(200);
});

/** A gateway whose table reads answer with `length` bytes; `seen` are the limiters that each one kept busy. */
function readingGateway(length: () => number) {
  const { fetch, limiters } = gateway();
  const busy = () =>
    limiters()
      .filter((limiter) => limiter.busy > 0)
      .map(({ name }) => name);
  const seen: string[][] = [];
  rest.mockImplementation(async () => {
    seen.push(busy());
    return new Response("rest", { headers: { "content-length": `${length()}` } });
  });
  onTestFinished(() => void rest.mockImplementation(async () => new Response("rest")));
  const read = (path: string, info: Partial<RequestInfo> = {}) =>
    fetch(asking(`/rest/v1/${path}`), { ...INFO, ...info });
  return { read, seen, busy };
}

test("visitors' reads of a table that gave one a large response wait for each other", async () => {
  let length = 64 * 1024;
  const { read, seen, busy } = readingGateway(() => length);
  await read("services");
  length += 1;
  isStaff.mockResolvedValueOnce(true);
  await read("services");
  await read("services");
  await read("services");
  await read("faq_items");
  isStaff.mockResolvedValueOnce(true);
  await read("services");
  expect(seen.flat()).toEqual(["reading", "staff", "reading", "lists", "reading", "staff"]);
  expect(busy()).toEqual([]);
});

test("refuses a large response that the client's connection has no room for", async () => {
  const { read } = readingGateway(() => 64 * 1024 + 1);
  const delivery = { sent: Promise.resolve(), hasCapacity: () => false, hold() {} };
  expect((await read("services", { delivery })).status).toBe(503);
});

test("an address's place is free once its response is sent, and pages need none", async () => {
  const { fetch } = gateway();
  const sent = Promise.withResolvers<void>();
  const delivery = { sent: sent.promise, hasCapacity: () => true, hold() {} };
  const get = (path: string, asks?: "page") =>
    fetch(asking(path), { ...INFO, delivery, ...(asks && { asks }) });
  const photo = "/storage/v1/object/public/media/a/b.png";
  for (let place = 0; place < 4; place += 1) await get("/rest/v1/services");
  for (let place = 0; place < 96; place += 1) await get(photo);
  const [row, picture] = [get("/rest/v1/services"), get(photo)];
  await Promise.all([get("/rest/v1/services", "page"), get(photo, "page")]);
  await fetch(asking("/storage/v1/object/media/a/b.png", { method: "POST", body: 1 }), INFO);
  expect([rest.mock.calls.length, file.mock.calls.length]).toEqual([4 + 1, 96 + 2]);
  sent.resolve();
  expect([(await row).status, (await picture).status]).toEqual([200, 200]);
});

test("counts what is sent until the client has it, and of a file what is buffered", async () => {
  const { fetch } = gateway();
  const hold = vi.fn();
  const delivery = { sent: Promise.resolve(), hasCapacity: () => false, hold };
  const read = async (length: number) => {
    file.mockResolvedValueOnce(
      new Response("file", { headers: { "content-length": `${length}` } }),
    );
    const path = "/storage/v1/object/public/media/a/b.png";
    return (await fetch(asking(path), { ...INFO, delivery })).status;
  };
  expect(await read(64 * 1024)).toBe(200);
  expect(hold).toHaveBeenLastCalledWith(64 * 1024);
  expect(await read(64 * 1024 + 1)).toBe(503);
  delivery.hasCapacity = () => true;
  expect(await read(1024 * 1024)).toBe(200);
  expect(hold).toHaveBeenLastCalledWith(128 * 1024);
});

test("refuses an address whose spelling differs from how it is read", async () => {
  const path = "/rest/v1/services?select=title";
  expect((await ask(path, {}, { target: path })).status).toBe(200);
  for (const target of [`/${path}`, "/rest/v1/./services?select=title", "/rest/v1/services"])
    expect((await ask(path, {}, { target })).status).toBe(400);
});

test("logs any failure, and answers with a sentence", async () => {
  const error = vi.spyOn(log, "error");
  const info = vi.spyOn(log, "info");
  const warn = vi.spyOn(log, "warn");
  const child = vi.spyOn(log, "child").mockReturnValue(log as never);
  const err = new Error("column x does not exist");
  rest.mockRejectedValueOnce(err);
  const answer = await ask("/rest/v1/services?select=secret");
  expect([answer.status, await answer.json()]).toEqual([
    500,
    {
      code: "server_error",
      message: "Something went wrong. Please try again.",
      details: null,
      hint: null,
    },
  ]);
  expect(error).toHaveBeenCalledWith(
    { method: "GET", path: "/rest/v1/services", status: 500, err },
    "failed",
  );
  rest.mockRejectedValueOnce(new HttpError(403, "forbidden", "No."));
  await ask("/rest/v1/services");
  expect(info).toHaveBeenCalledWith(
    {
      method: "GET",
      path: "/rest/v1/services",
      status: 403,
      address: "7.7.7.7",
      reason: "forbidden",
    },
    "refused",
  );
  expect(child).toHaveBeenCalledWith({ requestId: "r-1" });
  rest.mockRejectedValueOnce(new HttpError(503, "busy", "Later."));
  await ask("/rest/v1/services");
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ status: 503 }), "busy");
  expect(error).toHaveBeenCalledOnce();
});
