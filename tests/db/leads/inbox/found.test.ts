import { describe, expect, test } from "vitest";
import { now } from "#tests/support/clock.ts";
import { add, admin, change, found, me, rowOf, site, withSite } from "../steps.ts";

withSite();

describe("found", () => {
  test.each([
    ["Fernandez", "Fernández"],
    ["FERNÁNDEZ", "fernandez"],
    ["lodz", "Łódź Traders"],
    ["strasse", "Große Straße"],
    ["ｆｕｌｌ", "Full Width"],
    ["محمد", "مُحَمَّد"],
    ["smorgas", "Smørgås"],
    ["Ōsaka", "Osaka"],
    ["dock's", "The Dock’s Best"],
    ["dock’s", "The Dock's Best"],
    ["dock´s", "The Dock's Best"],
    ["pick-and-pack", "Pick–and–Pack"],
  ])("'%s' finds '%s'", async (q, name) => {
    await add({ name });
    await add({ name: "Somebody Else" });
    expect(await found({ q })).toEqual([name]);
  });

  test("finds each word in any column, any order, and notes", async () => {
    const id = await add({
      name: "José Fernández",
      business_name: "Halfmoon Candles",
      message: "We ship from Málaga.",
    });
    await add({ name: "José Other", business_name: "Candles" });
    const { data: note } = await admin
      .from("submission_notes")
      .insert({ submission_id: id, body: "Wants a Rückruf." })
      .select()
      .single()
      .throwOnError();
    const one = ["José Fernández"];
    expect(await found({ q: "candles fernandez" })).toEqual(one);
    expect(await found({ q: "malaga jose" })).toEqual(one);
    expect(await found({ q: "ruckruf moon" })).toEqual(one);
    expect(await found({ q: "candles nobody" })).toEqual([]);
    await admin.from("submission_notes").update({ body: "Called." }).eq("id", note.id);
    expect(await found({ q: "ruckruf" })).toEqual([]);
    expect(await found({ q: "called" })).toEqual(one);
    await admin.from("submission_notes").delete().eq("id", note.id);
    expect(await found({ q: "called" })).toEqual([]);
    await change(id, { name: "Ana Ruiz" });
    expect(await found({ q: "fernandez" })).toEqual([]);
  });

  test.each([
    ['"free storage"', ["Phrase", "Over two lines"]],
    ["“Free  Storage”", ["Phrase", "Over two lines"]],
    ['"free storage" candles', ["Phrase"]],
    ['"free sto', ["Phrase", "Over two lines"]],
    ["free storage", ["Apart", "Phrase", "Over two lines"]],
    ['""', ["Apart", "Phrase", "Over two lines", "Somebody Else"]],
  ])("%s in quotes is a phrase", async (q, names) => {
    await add({ name: "Phrase", message: "Candles. Is there free storage?" });
    await add({ name: "Over two lines", message: "Is there FREE\n storage?" });
    await add({ name: "Apart", message: "Storage: is it free?" });
    await add({ name: "Somebody Else" });
    expect(await found({ q })).toEqual(names.toSorted());
  });

  describe.each([
    "(503) 555-0142",
    "503-555-0142",
    "503.555.0142",
    "503 555 0142",
    "5035550142",
    "+1 503 555 0142",
    "+1 (503) 555–0142",
    "1-503-555-0142",
  ])("a phone number written as %s", (written) => {
    test.each([
      "(503) 555-0142",
      "503-555-0142",
      "503.555.0142",
      "5035550142",
      "+1 503 555 0142",
      "+15035550142",
      "ana 503/555-0142",
      "555-0142",
    ])("is found by %s", async (q) => {
      await add({ name: "Ana Ruiz", message: `Call me: ${written}, please.` });
      await add({ name: "Ana Other", message: "Call me: (503) 555-0143, order 0142, please." });
      expect(await found({ q })).toEqual(["Ana Ruiz"]);
    });
  });

  test("numbers that are no phone number are words", async () => {
    await add({ name: "Volumes", message: "We ship 1200 orders, 340 of them returns." });
    expect(await found({ q: "340 1200" })).toEqual(["Volumes"]);
    expect(await found({ q: "1200 340 99" })).toEqual([]);
  });

  test("finds a foreign number with and without its country code", async () => {
    await add({ name: "Lena Roth", message: "+49 (0)30 1234567" });
    for (const q of ["030 1234567", "+49 30 1234567", "0049 30 123 45 67"])
      expect(await found({ q }), q).toEqual(["Lena Roth"]);
  });

  test("no typed text breaks the query", async () => {
    await add({ name: "Ana Ruiz" });
    for (const q of [
      "' or 1=1 --",
      "\\' or true --",
      "\\\\' or true --",
      "$1",
      "%s",
      '"',
      "E'\\\\x'",
      "503 555') or ('1'='1",
    ])
      expect(await found({ q }), q).toEqual(q === '"' ? ["Ana Ruiz"] : []);
  });

  test("a note does not change its lead's version", async () => {
    const id = await add();
    const before = await rowOf(id);
    await admin.from("submission_notes").insert({ submission_id: id, body: "Called." });
    expect((await rowOf(id))?.updated_at).toEqual(before?.updated_at);
  });

  test("narrowed by volume, platform, owner, time, follow-up", async () => {
    await add({ name: "Volume", monthly_volume: "1000+" });
    await add({ name: "Platform", platforms: ["Etsy", "Amazon"] });
    await add({ name: "Owner", owner_id: me });
    await add({ name: "Early", created_at: "2020-05-05T12:00:00Z" });
    await add({ name: "Due", follow_up_on: "2020-01-01" });
    await add({ name: "Not yet due", follow_up_on: "2999-01-01" });
    expect(await found({ volume: "1000+" })).toEqual(["Volume"]);
    expect(await found({ platform: "Amazon" })).toEqual(["Platform"]);
    expect(await found({ owner: me })).toEqual(["Owner"]);
    expect(await found({ owner: "me" })).toEqual(["Owner"]);
    expect(await found({ owner: "none" })).not.toContain("Owner");
    expect(await found({ owner: "nonsense" })).toEqual([]);
    expect(await found({ until: "2020-05-06T00:00:00Z" })).toEqual(["Early"]);
    expect(await found({ since: "2020-05-06T00:00:00Z" })).not.toContain("Early");
    expect(await found({ show: "follow-up" })).toEqual(["Due"]);
  });

  test("an invalid page is the first one, or empty", async () => {
    await add({ name: "One" });
    const page = async (more: object) => (await admin.rpc("lead_list", more).throwOnError()).data;
    const [least, most] = [-(2 ** 31), 2 ** 31 - 1];
    expect(await page({ page: least, page_size: most })).toMatchObject({ rows: [{ name: "One" }] });
    expect(await page({ page: most, page_size: most })).toMatchObject({ total: 1, rows: [] });
    expect(await page({ page_size: least })).toMatchObject({ total: 1, rows: [] });
  });

  test("lists what leads can be filtered by and assigned to", async () => {
    await add({ monthly_volume: "51-100", platforms: ["Etsy"] });
    await add({ monthly_volume: "1000+", platforms: ["Amazon", "Etsy"] });
    const { data } = await admin.rpc("lead_choices").throwOnError();
    expect(data.volumes).toEqual(["1000+", "51-100"]);
    expect(data.platforms).toEqual(["Amazon", "Etsy"]);
    expect(data.people).toContainEqual({ id: me, name: expect.any(String) });
  });
});

test("finds texts, settings, lists, files and leads by all of their words", async () => {
  await add({ name: "Zoë Findme", message: "about kitting" });
  await add({ name: "Zoë Thrown", deleted_at: now() });
  await site.sql`insert into faq_items (question, answer) values ('Zoë, findme?', 'About KITTING.')`;
  await site.sql`insert into media_library
    (filename, original_filename, file_path, file_size, mime_type)
    values ('1.pdf', 'Zoë-findme-kitting.pdf', 'uploads/1.pdf', 3, 'application/pdf')`;
  await site.sql`update site_content set content_value = 'Zoe findme kitting'
    where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
  await site.sql`update site_settings set setting_value = 'zoé findme kitting'
    where setting_key = 'site_description'`;
  const tablesOf = async (words: string, more: object = {}) => {
    const { data } = await admin.rpc("admin_find", { words, ...more }).throwOnError();
    return data.map(({ table }) => table).toSorted();
  };
  const all = [
    "contact_submissions",
    "faq_items",
    "media_library",
    "site_content",
    "site_settings",
  ];
  expect(await tablesOf("kitting ZOE findme")).toEqual(all);
  expect(await tablesOf("thrown zoe")).toEqual([]);
  expect(await tablesOf("zoe findme nobody")).toEqual([]);
  expect(await tablesOf("  ")).toEqual([]);
  expect(
    (await tablesOf("e", { most: 2 })).filter((table) => table === "site_content"),
  ).toHaveLength(2);
});
