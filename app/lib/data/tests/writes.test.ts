import { expect, onTestFinished, test, vi } from "vitest";
import { RefusedError, StaleError } from "#app/lib/errors/backend-error.ts";
import { backoffMs } from "#app/lib/retry/retry-after.ts";
import { answered, checkRights, checkSession, explainZeroRows } from "../answers.ts";
import { lastEditor } from "../last-editor.ts";
import { orderedStore } from "../ordered-store.ts";
import { asked, backend, faqs, holds, later, row, signedIn, withMockBackend } from "./steps.ts";

withMockBackend();

test("returns the written row, and reports a row deleted by someone else", async () => {
  backend.answers = [{ body: [row] }, { body: [row] }, { body: [row] }];
  for (const call of [faqs.insert(row), faqs.remove(row), faqs.restore(row)])
    expect(await call).toEqual(row);
  expect(asked.map(({ method, query, body }) => [method, query.id, query.select, body])).toEqual([
    ["POST", undefined, "*", row],
    ["DELETE", "eq.1", "*", undefined],
    ["POST", undefined, "*", row],
  ]);
  signedIn(true);
  for (const [now, role, words] of [
    [[], "editor", "Someone else just deleted it"],
    [[], "sales", "You don't have permission to do this"],
    [[row], "editor", "You don't have permission to do this"],
  ] as const) {
    backend.answers = [{ body: [] }, { body: now }, { body: [role] }];
    await expect(faqs.remove(row)).rejects.toThrow(words);
  }
});

test("updates the first row when an insert is repeated", async () => {
  const twice = { status: 409, body: { code: "23505", message: "twice" } };
  backend.answers = [twice, { body: [row] }, { body: [later] }];
  expect(await faqs.insertOnce("1", row)).toEqual(later);
  expect(asked.map(({ method }) => method)).toEqual(["POST", "GET", "PATCH"]);
  expect(asked[0]?.body).toMatchObject({ id: "1", question: "Why?" });

  backend.answers = [twice, { body: [] }];
  await expect(faqs.insertOnce("1", row)).rejects.toMatchObject({ code: "23505" });
  backend.answers = [{ status: 400, body: { code: "23514", message: "a check" } }];
  await expect(faqs.insertOnce("1", row)).rejects.toMatchObject({ code: "23514" });
});

test("changes a row only in the version that was seen", async () => {
  backend.answers = [{ body: [later] }];
  expect(await faqs.update(row, { answer: "So." })).toEqual(later);
  expect(asked).toEqual([
    {
      method: "PATCH",
      path: "/rest/v1/faq_items",
      query: { id: "eq.1", updated_at: "eq.t1", select: "*" },
      body: { answer: "So." },
    },
  ]);
});

test("follows a changed version, and reports changed text", async () => {
  backend.answers = [{ body: [] }, { body: [later] }, { body: [later] }];
  expect(await faqs.update(row, { answer: "So." })).toEqual(later);
  expect(asked.at(-1)?.query.updated_at).toBe("eq.t2");

  const theirs = { ...later, question: "How?" };
  backend.answers = [{ body: [] }, { body: [theirs] }];
  const stale = await faqs.update(row, { answer: "So." }).catch((cause: unknown) => cause);
  expect(stale).toBeInstanceOf(StaleError);
  expect((stale as StaleError<unknown>).current).toEqual(theirs);
});

test("reports an update without effect as refused, or the row as deleted", async () => {
  signedIn(true);
  for (const [now, roles, words] of [
    [[row], [], "You no longer have access"],
    [[row], ["sales"], "You don't have permission to do this"],
    [[], ["editor"], "Someone else just deleted it"],
  ] as const) {
    backend.answers = [{ body: [] }, { body: now }, { body: roles }];
    await expect(faqs.update(row, {})).rejects.toThrow(words);
  }
});

test("returns the response's data, or throws its error with the status", async () => {
  expect(await answered(Promise.resolve({ data: [1], error: null }))).toEqual([1]);
  const refused = { data: null, error: { code: "23514" }, status: 400 };
  await expect(answered(Promise.resolve(refused))).rejects.toEqual({ code: "23514", status: 400 });
});

test("reports an ended session instead of missing rights", async () => {
  const refused = () => Promise.resolve({ data: null, error: { code: "42501" }, status: 403 });
  signedIn(true);
  await expect(answered(refused())).rejects.toMatchObject({ code: "42501", status: 403 });
  const gone = signedIn();
  await expect(answered(refused())).rejects.toBe(gone);
  await expect(checkSession()).rejects.toBe(gone);
});

test("says why no rows came: no session, an ended one, or no rights", async () => {
  holds();
  await expect(checkRights()).rejects.toMatchObject({ name: "AuthSessionMissingError" });
  holds("a.b.c");
  const gone = signedIn();
  backend.answers = [{ body: [] }];
  await expect(checkRights()).rejects.toBe(gone);
  signedIn(true);
  backend.answers = [{ body: [] }, { body: ["admin"] }];
  await expect(checkRights()).rejects.toBeInstanceOf(RefusedError);
  await expect(explainZeroRows()).rejects.toThrow("Someone else just deleted it");
  backend.answers = [{ body: ["sales"] }];
  await expect(explainZeroRows(["handleLeads"])).rejects.toThrow("Someone else just deleted it");
});

test("reorders a whole list in one call, and looks up a row's last editor by id", async () => {
  backend.answers = [{ body: null }, { body: "Ann" }];
  await orderedStore("faq_items", []).reorder(["2", "1"]);
  expect(await lastEditor("1")).toBe("Ann");
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ["/rest/v1/rpc/reorder_items", { list: "faq_items", ids: ["2", "1"] }],
    ["/rest/v1/rpc/last_editor", { row_id: "1" }],
  ]);
});

test("waits before retrying when the server asks for it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  backend.answers = [{ status: 503, headers: { "retry-after": "60" }, body: { message: "busy" } }];
  await expect(faqs.get("1")).rejects.toMatchObject({ status: 503 });
  expect(asked).toHaveLength(1);
  expect(backoffMs()).toBe(60_000);
  backend.answers = [{ status: 503, body: { message: "busy" } }];
  await expect(faqs.get("1")).rejects.toMatchObject({ status: 503 });
  expect(backoffMs()).toBe(0);
});
