import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readOnboarding } from "#app/features/onboarding/queries.ts";
import { readPublic } from "#app/features/onboarding/read-public.ts";
import { keepingAll, progressOf } from "#app/features/onboarding/rule/steps.ts";
import { say, takeBack } from "#app/features/onboarding/saying.ts";
import { through } from "#app/lib/data/supabase.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";

type Person = Awaited<ReturnType<TestBackend["admin"]>>;

let site: TestBackend;
let dana: Person;
let mia: Person;
beforeAll(async () => {
  site = await openTestBackend();
  await site.sql`update auth.users set raw_user_meta_data = '{"full_name": " Dana Ortiz "}'
    where email = ${people.admin.email}`;
  [dana, mia] = [await site.admin(), await site.stranger()];
});
afterEach(() => site.sql`delete from private.first_hour`);
afterAll(() => site.close());

const progress = async () =>
  progressOf(await through(dana, readPublic), await through(dana, readOnboarding));
const words = ({ said }: Awaited<ReturnType<typeof say>>) =>
  said.map(({ place, by }) => `${place}: ${by}`);

test("counts every text of a new site as demo content", async () => {
  const { left, total, steps } = await progress();
  expect(total).toBeGreaterThan(150);
  expect(left).toHaveLength(total);
  expect(left.every(({ id }) => id)).toBe(true);
  expect(steps.some(({ done }) => done)).toBe(false);
});

test("applies a change at once, and hides inactive rows", async () => {
  const before = await progress();
  const subtitle = { page_name: "home", section_name: "hero", content_key: "subtitle" };
  const { content_value } = (
    await dana.from("site_content").select().match(subtitle).single().throwOnError()
  ).data;
  const write = (words: string) =>
    dana.from("site_content").update({ content_value: words }).match(subtitle).throwOnError();
  await write("Northlight ships glass in a day.");
  await site.sql`update testimonials set is_active = false where author_name = 'Dex Holloway'`;
  const after = await progress();
  expect(before.left.length - after.left.length).toBe(2);
  expect(before.total - after.total).toBe(1);
  await write(content_value);
  await site.sql`update testimonials set is_active = true where author_name = 'Dex Holloway'`;
  expect((await progress()).left).toHaveLength(before.left.length);
});

test("records who confirmed first and when, and can be undone", async () => {
  const [began] = await site.sql`select now()`;
  expect(words(await through(dana, () => say(["prices", "words/home", "prices"])))).toEqual([
    "prices: Dana Ortiz",
    "words/home: Dana Ortiz",
  ]);
  await site.sql`insert into admins (user_id)
    select id from auth.users where email = ${people.stranger.email}`;
  const again = await through(mia, () => say(["prices", "logo"]));
  expect(words(again)).toEqual([
    `logo: ${people.stranger.email}`,
    "prices: Dana Ortiz",
    "words/home: Dana Ortiz",
  ]);
  expect(again.admins).toBe(2);
  for (const { at } of again.said)
    expect(Date.parse(at)).toBeGreaterThanOrEqual(Date.parse(String(began?.now)) - 1000);
  // Any admin can take back any admin's decision.
  expect(words(await through(mia, () => takeBack(["prices", "words/home"])))).toEqual([
    `logo: ${people.stranger.email}`,
  ]);
  await site.sql`delete from admins
    where user_id = (select id from auth.users where email = ${people.stranger.email})`;
});

test("keeps all that is left in one action, and undoes it", async () => {
  const { length } = (await progress()).left;
  const { places, stays } = keepingAll(await progress());
  await through(dana, () => say(places));
  const stored = await progress();
  expect(stored.left).toEqual([]);
  expect(stored.steps.filter(({ done }) => !done).map(({ id }) => id)).toEqual(stays);
  await through(dana, () => takeBack(places));
  expect((await progress()).left).toHaveLength(length);
});

test.each([[""], ["x".repeat(201)], ["Logo"], ["logo; drop"], [null]])(
  "%j is no place",
  async (place) => {
    const { status } = await dana.rpc("first_hour_say", { places: ["color", place] as string[] });
    expect(status).toBe(400);
    expect((await through(dana, readOnboarding)).said).toEqual([]);
  },
);

test("keeps a confirmation when its account is deleted", async () => {
  const [gone] = await site.sql`insert into auth.users (id, email)
    values (gen_random_uuid(), 'gone@example.com') returning id`;
  await site.sql`insert into private.first_hour (place, person_id) values ('logo', ${gone?.id})`;
  await site.sql`delete from auth.users where id = ${gone?.id}`;
  expect(words(await through(dana, readOnboarding))).toEqual(["logo: null"]);
});
