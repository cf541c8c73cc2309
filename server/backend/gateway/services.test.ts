import { expect, test } from "vitest";
import { INERT_HEADERS } from "#server/runtime/security-headers.ts";
import {
  ask,
  asking,
  auth,
  file,
  gateway,
  INFO,
  isStaff,
  limits,
  PUBLISHABLE,
  rest,
  run,
} from "./steps.ts";

/** The argument of its first call. */
function given<Arg>({ mock }: { mock: { calls: [Arg][] } }): Arg {
  const [first] = mock.calls;
  if (!first) throw new Error("Nothing arrived.");
  return first[0];
}

test("passes an account call in parts: query, body, token, cookies and caller", async () => {
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
    id: "",
    token: "t.o.k",
    userAgent: "",
    cookies: { x: "1", y: "2" },
    info: INFO,
  });
  expect(limits()).toEqual([["account", "7.7.7.7"]]);
  expect(Object.fromEntries(answer.headers)).toMatchObject(INERT_HEADERS);
  await ask("/auth/v1/look");
  expect(auth.mock.calls[1]?.[0]).toMatchObject({ query: {}, cookies: {}, body: undefined });
});

test("does not count a page's account requests as the visitor's", async () => {
  await ask("/auth/v1/look", {}, { asks: "page" });
  expect(auth).toHaveBeenCalledOnce();
  expect(limits()).toEqual([]);
});

test("passes a visitor's table read whole, limited as a visit", async () => {
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
    caller: { role: "anon", claims: { role: "anon" }, staff: false, address: "7.7.7.7" },
    answer: 1024 * 1024,
  });
  expect(limits()).toEqual([["visit", "7.7.7.7"]]);
});

test("counts messages and staff requests separately, and page reads not at all", async () => {
  await ask("/rest/v1/contact_submissions", { method: "POST", body: { name: "Ann" } });
  expect(rest.mock.calls[0]?.[0].body).toEqual({ name: "Ann" });
  isStaff.mockResolvedValueOnce(true);
  await ask("/rest/v1/services");
  expect(rest.mock.calls[1]?.[0].caller.staff).toBe(true);
  await ask("/rest/v1/services", {}, { asks: "page" });
  await ask("/rest/v1/contact_submissions", { method: "POST", body: {} }, { asks: "page" });
  expect(limits().map(([name]) => name)).toEqual(["message", "work", "message"]);
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

test("passes a function only parameters, body and the caller's rights", async () => {
  const answer = await ask("/functions/v1/admin-list-users?page=2", {
    method: "POST",
    headers: { authorization: "Bearer t.o.k", cookie: "x=1" },
    body: { a: 1 },
  });
  expect(await answer.text()).toBe("run");
  const { signal, ...call } = given(run);
  expect(signal).toBeInstanceOf(AbortSignal);
  expect(call).toEqual({
    name: "admin-list-users",
    method: "POST",
    query: { page: "2" },
    body: { a: 1 },
    requestId: "r-1",
    headers: { apikey: PUBLISHABLE, authorization: "Bearer t.o.k" },
  });
  await ask("/functions/v1/send-contact-email", { method: "POST" });
  expect(run.mock.calls[1]?.[0].headers).toEqual({ apikey: PUBLISHABLE });
  expect(limits().map(([name]) => name)).toEqual(["function", "message"]);
  await gateway().fromFunction(asking("/functions/v1/admin-list-users"));
  expect(limits()).toHaveLength(2);
});
