import { beforeEach, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { admin as dana, site, withAdmin } from "../steps.ts";

let set: string;
withAdmin(async () => {
  // The server's own job would send them meanwhile.
  await site.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
});
beforeEach(async () => {
  await site.sql`delete from change_sets`;
  await site.sql`delete from preview_links`;
  await site.sql`delete from private.account_notices`;
  set = (await dana.rpc("set_create", { name: "Black Friday" }).throwOnError()).data.id;
});

const ADDED = { state: "open", added: true };

const make = async (more: object = { comments: true }): Promise<{ id: string; token: string }> =>
  (await dana.rpc("preview_link_create", { of_set: set, ...more }).throwOnError()).data;
const add = (token: string, more: object = {}) =>
  site
    .visitor()
    .rpc("preview_comment_add", { token, page: "/pricing", name: "Mia", message: "Why?", ...more });
const added = async (token: string, more: object = {}) =>
  (await add(token, more).throwOnError()).data;
const stored = () => site.sql`
  select outside_name, page, message, author from private.set_comments order by created_at, id`;
const notices = () => site.sql`
  select email, detail, page from private.account_notices where kind = 'set_commented'`;
/** Stores `count` comments of a link, made `age` ago. */
const fill = (link: string | null, count: number, age = "1 hour") => site.sql`
  insert into private.set_comments (set_id, link_id, outside_name, page, message, created_at)
  select ${set}, ${link}, 'Mia', '/', 'Comment ' || n, now() - ${age}::interval
  from generate_series(1, ${count}::int) n`;

test("are off unless the link's maker allows them", async () => {
  for (const more of [{}, { comments: false }, { comments: null }]) {
    const { id, token } = await make(more);
    expect(await added(token)).toEqual({ state: "open", added: false });
    const { data } = await dana.from("preview_links").select("may_comment").eq("id", id);
    expect(data).toEqual([{ may_comment: false }]);
    const opened = await site.visitor().rpc("preview_link_open", { token });
    expect(opened.data).toMatchObject({ may_comment: false });
  }
  const { token } = await make();
  const opened = await site.visitor().rpc("preview_link_open", { token });
  expect(opened.data).toMatchObject({ may_comment: true });
  expect(await stored()).toEqual([]);
});

test("are stored with the name and page, as from outside", async () => {
  const { token } = await make();
  expect(await added(token, { name: "  Mia Chen ", message: " One\r\ntwo \n" })).toEqual(ADDED);
  expect(await stored()).toEqual([
    { outside_name: "Mia Chen", page: "/pricing", message: "One\ntwo", author: null },
  ]);
  const { data } = await dana.rpc("set_review", { of_set: set }).throwOnError();
  expect(data.comments).toMatchObject([
    { outside_name: "Mia Chen", author: null, page: "/pricing", message: "One\ntwo", done: false },
  ]);
});

test("of someone signed in are from outside, too", async () => {
  const { token } = await make();
  for (const client of [await site.stranger(), dana])
    await client
      .rpc("preview_comment_add", {
        token,
        page: "/",
        name: client === dana ? "D" : "S",
        message: "x",
      })
      .throwOnError();
  expect(await stored()).toMatchObject([
    { outside_name: "S", author: null },
    { outside_name: "D", author: null },
  ]);
});

test("keep HTML as text, and lose invisible characters", async () => {
  const { token } = await make();
  const attack =
    '<img src=x onerror="alert(1)"></textarea><script>alert(1)</script> {{7*7}} $& %00';
  await added(token, { name: "<b>Mia</b>", message: attack });
  await added(token, { name: "M\u200Bi\u202Ea", message: "Pr\u2066ice\u200F\u0007 \u{E0041}ok" });
  expect(await stored()).toMatchObject([
    { outside_name: "<b>Mia</b>", message: attack },
    { outside_name: "Mia", message: "Price ok" },
  ]);
});

test.each(["", "\u200B \u2060", null, "x".repeat(81), "Mia\nThe team"])(
  "need a name of 1 to 80 characters on one line: %j",
  async (name) => {
    const { token } = await make();
    const { status, error } = await add(token, { name });
    expect([status, error?.message]).toEqual([
      400,
      "Please enter a name of at most 80 characters.",
    ]);
    expect(await stored()).toEqual([]);
    expect(await added(token, { name: "😀".repeat(80) })).toEqual(ADDED);
  },
);

test.each(["", " \n\u200B", null, "x".repeat(2001)])(
  "need 1 to 2,000 characters: %j",
  async (message) => {
    const { token } = await make();
    const { status, error } = await add(token, { message });
    expect([status, error?.message]).toEqual([
      400,
      "Please enter a comment of at most 2,000 characters.",
    ]);
    expect(await notices()).toEqual([]);
    expect(await added(token, { message: `${"x\r\n".repeat(999)}xx` })).toEqual(ADDED);
  },
);

test.each(["", null, "pricing", "/Pricing", "/a b", "/a?b", "/<b>", `/${"a".repeat(201)}`])(
  "name a page: %j",
  async (page) => {
    const { token } = await make();
    const { status, error } = await add(token, { page });
    expect([status, error?.message]).toEqual([400, "There is no such page."]);
  },
);

test("end with the link", async () => {
  const { id, token } = await make();
  expect(await added(`${token}x`)).toBeNull();
  await site.sql`update preview_links
    set created_at = now() - interval '8 days', expires_at = now() - interval '1 second'`;
  expect(await added(token)).toEqual({ state: "expired" });
  await dana.rpc("preview_link_revoke", { link: id }).throwOnError();
  expect(await added(token)).toEqual({ state: "revoked" });
  const another = await make();
  await dana.rpc("set_discard", { of_set: set }).throwOnError();
  expect(await added(another.token)).toEqual({ state: "closed" });
  expect(await stored()).toEqual([]);
});

test("that were sent twice are stored once", async () => {
  const { id, token } = await make();
  const twice = await Promise.all([added(token), added(token), added(token, { name: " Mia" })]);
  expect(twice).toEqual([ADDED, ADDED, ADDED]);
  expect(await stored()).toHaveLength(1);
  for (const other of [{ page: "/" }, { name: "Max" }, { message: "Why not?" }])
    await added(token, other);
  await added((await make()).token);
  expect(await stored()).toHaveLength(5);
  await site.sql`update private.set_comments set created_at = created_at - interval '11 minutes'`;
  await added(token);
  expect(await stored()).toHaveLength(6);
  // The last one that fits can be sent twice, too.
  await fill(id, 94);
  await added(token, { message: "The last" });
  expect(await added(token, { message: "The last" })).toEqual(ADDED);
});

test("are at most 100 of a link", async () => {
  const { id, token } = await make();
  await fill(id, 99);
  const answers = await Promise.all([1, 2, 3].map((n) => add(token, { message: `Last ${n}` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ error }) => error)?.error?.message).toBe(
    "This link has 100 comments. Ask the person who sent it for a new one.",
  );
  expect(await added((await make()).token)).toEqual(ADDED);
});

test("are at most ten a minute of a link", async () => {
  const { id, token } = await make();
  await fill(id, 10, "10 seconds");
  const { status, error } = await add(token);
  expect([status, error?.message]).toEqual([
    429,
    "Too many comments at once. Please wait a minute.",
  ]);
  expect(await added((await make()).token)).toEqual(ADDED);
  await site.sql`update private.set_comments set created_at = created_at - interval '1 minute'`;
  expect(await added(token)).toEqual(ADDED);
});

test("leave the team room for its own", async () => {
  const { token } = await make();
  await fill(null, 500);
  expect((await add(token)).error?.message).toBe("A set has at most 500 comments.");
  await dana.rpc("set_comment", { of_set: set, message: "Stop" }).throwOnError();
});

test("send the link's maker one email an hour", async () => {
  const { token } = await make();
  const other = await make();
  for (const message of ["One", "Two", "Three"]) await added(token, { message });
  const notice = {
    email: people.admin.email,
    detail: "Black Friday",
    page: `/admin/content?review=${set}`,
  };
  expect(await notices()).toEqual([notice]);
  await added(other.token);
  expect(await notices()).toEqual([notice, notice]);
  await site.sql`update preview_links set comment_noticed_at = now() - interval '61 minutes'`;
  await added(token, { message: "Four" });
  await added(token, { message: "Five" });
  expect(await notices()).toHaveLength(3);
});

test("can be read and changed by nobody outside", async () => {
  const { token } = await make();
  await added(token);
  for (const client of [site.visitor(), await site.stranger()]) {
    expect((await client.rpc("set_review", { of_set: set })).error?.code).toBe("42501");
    expect((await client.from("set_comments").select()).error).toBeTruthy();
    expect((await client.rpc("set_comment_done", { comment: set, done: true })).error?.code).toBe(
      "42501",
    );
  }
});
