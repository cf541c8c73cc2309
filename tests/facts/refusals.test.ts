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

const inOrder = (sentences: Iterable<string>) => [...sentences].sort();

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

describe("what the server refuses is not done", () => hold(serverRefusals));
describe("what is answered without a page is so", () => hold(plainAnswers));
describe("what a function refuses is not done", () => hold(functionRefusals));
describe("what the database refuses is not done", () => hold(databaseRefusals));

describe("what a form does not take is not stored", () => {
  for (const [sentence, rule] of Object.entries({ ...rules, ...blankRules, ...fileRules }))
    test(sentence, () => expectRule(world, sentence, rule));
});

test("a mail that can't be delivered now is owed, and told as that", async () => {
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
      { error: { message: "the mail could not be delivered just now" }, data: null },
    ]);
  });
  const [row] = await world.site.sql`select mail_next_attempt_at as due
    from contact_submissions where request_id = ${request_id}`;
  expect(row?.due).toBeInstanceOf(Date);
});

// Last: reading the code takes its time, in which a kept connection would be closed.
describe("each refusal that the code can say has its fact, and none is about one that is gone", () => {
  test("the server's", () => {
    const said = sentencesIn(["server"], /^(Refusal|weakPassword|refuse)$/);
    expect(inOrder(Object.keys(serverRefusals))).toEqual(inOrder(said));
  });

  test("those that are the whole answer", () => {
    const said = sentencesIn(["server"], /^plainAnswer$/);
    expect(inOrder(Object.keys(plainAnswers))).toEqual(inOrder(said));
  });

  test("those of texts that can't be blank", () => {
    const said = sentencesNamed(["app/content"], "required");
    expect(inOrder(Object.keys(blankRules))).toEqual(inOrder(said));
  });

  test("those of files that can't be chosen", () => {
    expect(inOrder(Object.keys(fileRules))).toEqual(
      inOrder(saidBy(["app", "contract"], /^why(Not|TooLarge|Unusable)$/)),
    );
  });

  test("the functions'", () => {
    const said = sentencesIn(["supabase/functions"], /^(Refusal|fail)$/);
    expect(inOrder(Object.keys(functionRefusals))).toEqual(inOrder(said));
  });

  test("the forms'", () => {
    const said = sentencesIn(["app"], /^(z\.\w+|requiredText|tooLong|words)$/);
    expect(inOrder(Object.keys(rules))).toEqual(inOrder(said));
  });

  test("the database's", async () => {
    expect(inOrder(Object.keys(databaseRefusals))).toEqual(inOrder(await raisedBy(world.site.sql)));
  });
});
