import { afterEach, expect, test, vi } from "vitest";
import { takeStarted } from "./started.ts";

const URL = "http://s.test/rest/v1/rpc/is_admin_user";
const asked = (body: string, token: string): RequestInit => ({
  method: "POST",
  body,
  headers: new Headers({ Authorization: `Bearer ${token}` }),
});

afterEach(() => vi.unstubAllGlobals());

test("uses an early answer once, for the same request of the same person", async () => {
  const answer = Promise.resolve(Response.json(true));
  vi.stubGlobal("window", { headStart: new Map([[`POST ${URL} Bearer a {}`, answer]]) });
  expect(takeStarted(URL, asked("{}", "b"))).toBeUndefined();
  expect(takeStarted(URL, asked('{"x":1}', "a"))).toBeUndefined();
  expect(takeStarted(`${URL}?x=1`, asked("{}", "a"))).toBeUndefined();
  expect(takeStarted(URL, asked("{}", "a"))).toBe(answer);
  expect(takeStarted(URL, asked("{}", "a"))).toBeUndefined();
});

test("requests everything without the first script", () => {
  vi.stubGlobal("window", {});
  expect(takeStarted(URL, undefined)).toBeUndefined();
});
