import { beforeEach, describe, expect, test } from "vitest";
import { LIMITERS } from "#server/backend/gateway/concurrency-limiter.ts";
import { allowSlowStatements } from "#tests/support/backend.ts";
import { send, t, withSite } from "../gateway-steps.ts";

// This tests the size, however long a slow machine takes to build it.
allowSlowStatements();
withSite();

const TOO_LARGE = "The answer would be larger than 1 MB. Ask for fewer rows or columns.";
const MOST = LIMITERS.reading.answer;

/** Makes a visitor's response for all answers exactly this many bytes long. */
async function makeAnswers(bytes: number) {
  const sizeNow = async () => {
    const [row] = await t.sql`
      select octet_length(json_agg(row)::text) as size from (select answer from faq_items) row`;
    return Number(row?.size);
  };
  await t.sql`delete from faq_items`;
  await t.sql`insert into faq_items (question, answer)
    select 'Q', repeat('x', 10000) from generate_series(1, ${Math.floor(bytes / 10_050)}::int)`;
  for (let missing = bytes - (await sizeNow()); missing > 0; missing = bytes - (await sizeNow())) {
    await t.sql`insert into faq_items (question, answer) values ('Q', 'x')`;
    const left = bytes - (await sizeNow());
    await t.sql`update faq_items set answer = repeat('x', ${Math.min(left + 1, 9_000)}::int)
      where answer = 'x'`;
  }
  expect(await sizeNow()).toBe(bytes);
}

const get = (query: string, headers = {}) =>
  send({ method: "GET", target: `/rest/v1/faq_items?${query}`, burst: 0 }, "192.0.2.9", headers);

describe("a response is limited in bytes", () => {
  test("a visitor's list of the maximum size is sent, and one byte more is refused", async () => {
    await makeAnswers(MOST);
    const whole = await get("select=answer");
    expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, MOST]);
    expect(whole.headers.get("content-length")).toBe(String(MOST));
    await makeAnswers(MOST + 1);
    for (const headers of [{}, { prefer: "count=exact" }]) {
      const refused = await get("select=answer", headers);
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { code: "answer_too_large", message: TOO_LARGE, details: null, hint: null },
      ]);
    }
    expect((await get("select=answer&limit=50")).status).toBe(200);
  });

  test("an admin has more", async () => {
    await makeAnswers(MOST + 1);
    const { data } = await (await t.admin()).from("faq_items").select("answer");
    expect(data?.length).toBeGreaterThan(100);
  });

  test("a function's response is limited too: an export requests as many leads as fit", async () => {
    await t.sql.begin(async (tx) => {
      // Skips the triggers, which are slow for each message.
      await tx`set local session_replication_role = replica`;
      await tx`insert into contact_submissions (name, email, monthly_volume, platforms, message)
        select 'Ann', 'ann' || n || '@example.com', '0-50', array['Etsy'], repeat('é', 5000)
        from generate_series(1, 1000) n`;
    });
    const admin = await t.admin();
    const list = async (page_size: number) => await admin.rpc("lead_list", { page_size });
    expect((await list(1000)).error?.code).toBe("answer_too_large");
    expect((await list(250)).data.rows).toHaveLength(250);
  });

  test("undoes a write whose response is too large", async () => {
    await t.sql`delete from faq_items`;
    const admin = await t.admin();
    await t.sql`insert into faq_items (question, answer)
      select 'Q', repeat('x', 10000) from generate_series(1, 900)`;
    const changed = await admin
      .from("faq_items")
      .update({ question: "Changed" })
      .neq("question", "")
      .select();
    expect([changed.status, changed.error?.code]).toEqual([400, "answer_too_large"]);
    const deleted = await admin.from("faq_items").delete().neq("question", "").select();
    expect(deleted.error?.message).toBe(
      "The answer would be larger than 8 MB. Ask for fewer rows or columns.",
    );
    const [left] =
      await t.sql`select count(*)::int, count(*) filter (where question = 'Changed')::int
      as changed from faq_items`;
    expect(left).toEqual({ count: 900, changed: 0 });
  });
});

describe("refuses repeated parameters", () => {
  const column = (times: number) => Array.from({ length: times }, () => "title").join(",");
  test.each([
    ["a column", `select=${column(2)}`],
    ["a column a thousand times", `select=${column(1_000)}`],
    ["a column of the order", "order=title,id,title"],
    ["a column of the order, another way", "order=title.asc,title.desc"],
    ["the columns", "select=title&select=id"],
    ["the order", "order=title&order=id"],
    ["the limit", "limit=1&limit=2"],
  ])("%s", async (_, query) => {
    const answer = await send(
      { method: "GET", target: `/rest/v1/services?${query}`, burst: 0 },
      "192.0.2.10",
    );
    expect(answer.status).toBe(400);
  });

  test("a column of an insert, and of its conflict target", async () => {
    for (const query of ["columns=question,answer,question", "on_conflict=id,id"]) {
      const answer = await send(
        { method: "POST", target: `/rest/v1/faq_items?${query}`, body: "[{}]", burst: 0 },
        "192.0.2.10",
      );
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });
});

describe("a page query that a browser sends", () => {
  beforeEach(() => makeAnswers(20_000));

  test("is refused before it reaches the database, however large", async () => {
    const part = { table: "faq_items", columns: Array.from({ length: 40 }, () => "answer") };
    const answer = await send(
      {
        method: "POST",
        target: "/rest/v1/rpc/page_rows",
        burst: 0,
        body: JSON.stringify({ asked: Array.from({ length: 40 }, () => part) }),
      },
      "192.0.2.11",
    );
    expect([answer.status, (await answer.json()).message]).toEqual([
      401,
      "This is for page rendering only.",
    ]);
  });
});
