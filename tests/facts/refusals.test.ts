import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { withoutMail } from "./messages/accounts/without-mail.ts";
import { blankRules } from "./refusals/blank.ts";
import { prepareBucket } from "./refusals/bucket.ts";
import { databaseRefusals } from "./refusals/database.ts";
import { fileRules } from "./refusals/files.ts";
import { functionRefusals } from "./refusals/functions.ts";
import { plainAnswers } from "./refusals/plain.ts";
import { expectRefused, partsOf, type Refused, type TestedBy } from "./refusals/refusal.ts";
import { expectRule, rules } from "./refusals/rules.ts";
import { serverRefusals } from "./refusals/server.ts";
import { raisedBy, saidBy, saidInTest, sentencesIn, sentencesNamed } from "./sentences.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld(inject("clusterUrl"));
  await prepareBucket(world);
});
afterAll(() => world.stop());

function hold(refusals: Record<string, Refused | TestedBy>) {
  for (const [sentence, refused] of Object.entries(refusals))
    if (typeof refused === "function")
      test(sentence, () => expectRefused(world, sentence, refused));
    else
      test(`${sentence} (${refused.file})`, () => {
        const said = saidInTest(refused.file, refused.title).join("\n");
        for (const part of partsOf(sentence)) expect(said).toContain(part);
      });
}

describe("changes nothing that the server refuses", () => hold(serverRefusals));
describe("answers truthfully without a page", () => hold(plainAnswers));
describe("changes nothing that a function refuses", () => hold(functionRefusals));
describe("changes nothing that the database refuses", () => hold(databaseRefusals));

describe("stores nothing that a form refuses", () => {
  for (const [sentence, rule] of Object.entries({ ...rules, ...blankRules, ...fileRules }))
    test(sentence, () => expectRule(world, sentence, rule));
});

test("reports and retries email that can't be delivered", async () => {
  const request_id = randomUUID();
  await world.site.sql`insert into contact_submissions
    (name, email, monthly_volume, platforms, request_id)
    values ('Ana Ruiz', 'ana@example.com', '0-50', '{Etsy}', ${request_id})`;
  await withoutMail(world, async () => {
    const answer = await world.ask("visitor", "/functions/v1/send-contact-email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ formData: { request_id } }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      502,
      { error: { message: "the email couldn't be delivered" }, data: null },
    ]);
  });
  const [row] = await world.site.sql`select mail_next_attempt_at as due
    from contact_submissions where request_id = ${request_id}`;
  expect(row?.due).toBeInstanceOf(Date);
});

/**
 * Expects a fact for each sentence, and a sentence for each fact.
 * @param calls where the sentences are read from
 */
function expectFacts(facts: object, sentences: Iterable<string>, file: string, calls: string) {
  const said = new Set(sentences);
  const missing = [...said].filter((sentence) => !(sentence in facts)).sort();
  expect(
    missing,
    `${calls} says what has no fact yet. Add each sentence to tests/facts/refusals/${file}, with the request that it refuses; if what is called refuses nothing, give it a name that does not mean a refusal.`,
  ).toEqual([]);
  const gone = Object.keys(facts).filter((sentence) => !said.has(sentence));
  expect(
    gone.sort(),
    `${calls} no longer says these. Take them out of tests/facts/refusals/${file}.`,
  ).toEqual([]);
}

// Last: parsing the code takes so long that an idle connection would be closed.
describe("has exactly one fact for each refusal in the code", () => {
  test("the server's", () => {
    const said = sentencesIn(["server"], /^(HttpError|tooManyRequests|weakPassword|refuse)$/);
    expectFacts(
      serverRefusals,
      said,
      "server.ts",
      "new HttpError, tooManyRequests, weakPassword or refuse in server",
    );
  });

  test("those that are the whole answer", () => {
    const said = sentencesIn(["server"], /^plainAnswer$/);
    expectFacts(plainAnswers, said, "plain.ts", "plainAnswer in server");
  });

  test("those of texts that can't be blank", () => {
    const said = sentencesNamed(["app/content"], "required");
    expectFacts(blankRules, said, "blank.ts", "required: in app/content");
  });

  test("those of files that can't be chosen", () => {
    const said = saidBy(["app", "contract"], /^why(Not|TooLarge|Unusable)$/);
    expectFacts(fileRules, said, "files.ts", "whyNot, whyTooLarge or whyUnusable");
  });

  test("the functions'", () => {
    const said = sentencesIn(["supabase/functions"], /^(refused|fail)$/);
    expectFacts(functionRefusals, said, "functions.ts", "refused or fail in supabase/functions");
  });

  test("the forms'", () => {
    const said = sentencesIn(["app"], /^(z\.\w+|requiredText|tooLong|words)$/);
    expectFacts(rules, said, "rules.ts", "z.…, requiredText, tooLong or words in app");
  });

  test("the database's", async () => {
    const said = await raisedBy(world.site.sql);
    expectFacts(databaseRefusals, said, "database.ts", "raise exception in a function");
  });
});
