import { expect, test } from "vitest";
import { containsFilter } from "#app/lib/data/table-store.ts";
import { site, withSite } from "../steps.ts";

withSite();

const SIGNS = [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "“", "é", "🕯️"];

test("a list's search finds each sign, and nothing that lacks it", async () => {
  const admin = await site.admin();
  const question = (sign: string) => `Is a${sign}b Right?`;
  const rows = [...SIGNS, "x"].map((sign) => ({ question: question(sign), answer: "Yes" }));
  expect((await admin.from("faq_items").insert(rows)).error).toBeNull();

  const found: string[][] = [];
  for (const sign of SIGNS) {
    const filter = containsFilter(["question", "answer"], `A${sign}B right`);
    const { data } = await admin.from("faq_items").select("question").or(filter);
    found.push((data ?? []).map((row) => row.question));
  }
  expect(found).toEqual(SIGNS.map((sign) => [question(sign)]));
});
