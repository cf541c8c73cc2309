import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

let t: TestBackend;
beforeAll(async () => {
  t = await openTestBackend();
});
afterAll(() => t.close());

test("a visitor reads rows through supabase-js", async () => {
  const { data, error } = await t.visitor().from("services").select("*");
  expect(error).toBeNull();
  expect(data).toBeInstanceOf(Array);
});

test("recognizes the admin, and not the stranger", async () => {
  const admin = await t.admin();
  const stranger = await t.stranger();
  expect((await admin.rpc("is_admin_user")).data).toBe(true);
  expect((await stranger.rpc("is_admin_user")).data).toBe(false);
});

test("times are ISO 8601, as PostgREST writes them, and find their row again", async () => {
  const { data } = await t.visitor().from("services").select("id, updated_at").limit(1);
  const { id, updated_at } = data?.[0] ?? {};
  expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/);
  const found = await t.visitor().from("services").select().eq("updated_at", updated_at);
  expect(found.data?.map((row) => row.id)).toContain(id);
});

test("large numbers are numbers", async () => {
  const file = {
    filename: "film.mp4",
    original_filename: "film.mp4",
    file_path: "uploads/film.mp4",
    file_size: 3_000_000_000,
    mime_type: "video/mp4",
  };
  const { data } = await (await t.admin()).from("media_library").insert(file).select("file_size");
  expect(data).toEqual([{ file_size: 3_000_000_000 }]);
});

describe("combines several filters", () => {
  const titles = async (filters: string) => {
    const response = await t.request(`/rest/v1/services?select=title&order=title&${filters}`, {
      headers: { apikey: t.backend.publishableKey },
    });
    const rows = await response.json();
    return Array.isArray(rows) ? rows.map((row) => row.title) : rows;
  };
  const ALL = [
    ...["Kitting & Bundling", "Pick & Pack", "Returns", "Sourcing", "Storage & Inventory"],
  ];

  test.each([
    ["title=neq.Returns&title=neq.Sourcing", [ALL[0], ALL[1], ALL[4]]],
    ["title=eq.Returns&title=eq.Sourcing", []],
    ["title=like.*ing*&title=like.S*", ["Sourcing"]],
    ["title=not.eq.Returns&title=not.like.S*", [ALL[0], ALL[1]]],
    ["title=gte.P&title=lt.S", ["Pick & Pack", "Returns"]],
    ["title=neq.Returns&title=in.(Returns,Sourcing)", ["Sourcing"]],
    ["or=(title.eq.Returns,title.eq.Sourcing)&or=(title.eq.Returns,title.like.P*)", ["Returns"]],
    ["and=(title.gt.P)&and=(title.lt.S)&or=(title.eq.Returns)", ["Returns"]],
    ["not.or=(title.eq.Returns)&not.and=(title.neq.Sourcing)", ["Sourcing"]],
    ['title=neq.Returns&title=neq."a", b', [ALL[0], ALL[1], ALL[3], ALL[4]]],
    ['or=(title.eq."Pick %26 Pack",title.in.("Returns","x,y"))', ["Pick & Pack", "Returns"]],
    ['or=(title.like."S*",and(title.gt.R,not.or(title.eq.Sourcing)))', [ALL[2], ALL[3], ALL[4]]],
  ])("%s", async (filters, expected) => expect(await titles(filters)).toEqual(expected));

  test("also those that decide what is deleted", async () => {
    const admin = await t.admin();
    const before = (await admin.from("faq_items").select("id")).data?.length;
    const rows = ["One?", "Two?"].map((question) => ({ question, answer: "Yes." }));
    await admin.from("faq_items").insert(rows);
    const one = admin.from("faq_items").delete().gte("question", "One?").lte("question", "One?");
    expect(
      (await one.neq("question", "x").neq("question", "Two?").select("question")).data,
    ).toEqual([{ question: "One?" }]);
    expect((await admin.from("faq_items").select("id")).data).toHaveLength((before ?? 0) + 1);
    await admin.from("faq_items").delete().eq("question", "Two?");
  });
});

describe("rows of one insert that differ in their keys", () => {
  const rows = [
    { question: "With?", answer: "Yes.", display_order: 4 },
    { question: "Without?", answer: "Yes." },
  ];
  const insert = async (options?: { defaultToNull: boolean }) =>
    (await t.admin()).from("faq_items").insert(rows, options).select("question, display_order");

  test("get null where a key is missing, as PostgREST does it", async () => {
    expect((await insert()).error).toMatchObject({ code: "23502" });
  });

  test("get the column's default where the client asks for that", async () => {
    const { data } = await insert({ defaultToNull: false });
    expect(data).toEqual([
      { question: "With?", display_order: 4 },
      { question: "Without?", display_order: 0 },
    ]);
  });
});
