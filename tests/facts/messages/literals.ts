import { expect } from "vitest";
import { signIn, signOut } from "#app/features/auth/queries.ts";
import { dollarsOf } from "#app/features/contact_submissions/admin/outcome/dollars.ts";
import * as submissions from "#app/features/contact_submissions/admin/queries.ts";
import { restore } from "#app/features/history/queries.ts";
import * as sets from "#app/features/history/sets/queries.ts";
import { restoreMedia } from "#app/features/media_library/queries.ts";
import { resendConfirmation } from "#app/features/users/queries.ts";
import type { AdminUser, ContactSubmission, FaqItem } from "#app/lib/data/database.types.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import { StaleError } from "#app/lib/errors/backend-error.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { people } from "#tests/support/people.ts";
import { current } from "../acting.ts";
import { type Fact, refusedTo, thrownBy } from "../fact.ts";
import type { World } from "../world.ts";
import { failingSignOut } from "./accounts/auth.ts";
import { added } from "./history.ts";
import { type Two, two } from "./many.ts";
import { deleted as deletedFile } from "./media.ts";
import { prepared } from "./sets.ts";

const faqs = orderedStore("faq_items", []);
let count = 0;

const add = ({ as }: World): Promise<FaqItem> =>
  as("admin", () => faqs.insert({ question: `Literally ${++count}?`, answer: "Yes." }));

async function removed(world: World): Promise<FaqItem> {
  const row = await add(world);
  await world.as("admin", () => faqs.remove(row));
  return row;
}

const found = ({ site }: World, { id }: FaqItem) =>
  site.sql`select question, answer from faq_items where id = ${id}`;

const sent = async ({ site }: World): Promise<string> =>
  (
    await site.sql`insert into contact_submissions (name, email, monthly_volume, platforms)
      values ('Ana Ruiz', 'ana@example.com', '0-50', '{Etsy}') returning id`
  )[0]?.id;

const gone: Fact = async (world) => {
  const row = await removed(world);
  expect(await world.as("admin", () => faqs.get(row.id))).toBeNull();
  expect(await found(world, row)).toHaveLength(0);
};

const stranger = ({ email }: { email: string }, more: Partial<AdminUser>): AdminUser => ({
  id: "00000000-0000-4000-8000-000000000000",
  email,
  full_name: null,
  is_admin: false,
  roles: [],
  has_second_factor: false,
  invited_roles: null,
  created_at: "2026-01-01T00:00:00Z",
  email_confirmed_at: null,
  last_sign_in_at: null,
  invited_until: null,
  invitation_revoked: false,
  ...more,
});

const stale: Fact = async (world) => {
  const seen = await add(world);
  await world.as("admin", () => faqs.update(seen, { answer: "Theirs." }));
  const cause = await world.unchanged(() =>
    world.as("admin", () => thrownBy(() => faqs.update(seen, { answer: "Mine." }))),
  );
  expect(cause).toBeInstanceOf(StaleError);
  expect(await found(world, seen)).toMatchObject([{ answer: "Theirs." }]);
};

/** Sentences written where they are used: in toasts, and in refusals in the app's own words. */
export const literalFacts: Record<string, Fact> = {
  "Deleted item restored": async (world) => {
    const row = await removed(world);
    await world.as("admin", () => faqs.restore(row));
    expect(await found(world, row)).toMatchObject([{ question: row.question }]);
    await world.reads("/faqs", row.question);
  },
  "Failed to restore the deleted item": refusedTo(
    "stranger",
    (_, row: FaqItem) => faqs.restore(row),
    { before: removed },
  ),
  // The row stays in the trash unchanged.
  "The file itself was deleted. Upload it again.": refusedTo(
    "admin",
    (_, row: Awaited<ReturnType<typeof deletedFile>>) => restoreMedia(row),
    {
      before: async (world: World) => {
        const row = await deletedFile(world);
        await world.site.sql`delete from storage.objects where name = ${row.file_path}`;
        return row;
      },
      why: /^The file itself was deleted\. Upload it again$/,
    },
  ),
  "It no longer exists": gone,
  "This can't be opened": gone,
  "This was changed while you were editing": stale,
  // Shown below the previous sentence, where the text's field is gone.
  "You typed: …": stale,
  "… changed it to … on …": async (world) => {
    const id = await sent(world);
    const seen = await world.as("admin", () => submissions.get(id));
    if (!seen) throw new Error("It was not stored.");
    await world.as("admin", () => submissions.setState(seen, { status: "responded" }));
    const cause = await world.unchanged(() =>
      world.as("admin", () => thrownBy(() => submissions.setState(seen, { status: "closed" }))),
    );
    expect((cause as StaleError<ContactSubmission>).current.status).toBe("responded");
  },
  "The server couldn't end the session: ….": (world) =>
    world.withResponses(failingSignOut, async () => {
      await signIn(people.stranger.email, people.stranger.password);
      const { data } = await current().client.auth.getSession();
      const { session_id } = JSON.parse(atob(data.session?.access_token.split(".")[1] ?? ""));
      expect(await thrownBy(signOut)).toBeInstanceOf(Error);
      const open = await world.site.sql`select from auth.sessions where id = ${session_id}`;
      expect(open).toHaveLength(1);
    }),
  "Enter whole dollars, at most 10,000,000": async (world) => {
    expect([dollarsOf("10000001"), dollarsOf("1.5")]).toEqual([undefined, undefined]);
    const seen = { id: await sent(world) } as ContactSubmission;
    const [row] = await world.site
      .sql`select updated_at::text from contact_submissions where id = ${seen.id}`;
    const state = { status: "closed", outcome: "won", outcome_value: 10_000_001 } as const;
    const refused = await world.as("admin", () =>
      thrownBy(() => submissions.setState({ ...seen, updated_at: row?.updated_at }, state)),
    );
    expect(refused).toMatchObject({ code: "23514" });
  },
  "Someone else just deleted it": refusedTo(
    "admin",
    (_, row: FaqItem) => faqs.update(row, { answer: "Mine." }),
    { before: removed, why: /^Someone else just deleted it$/ },
  ),
  "Someone else already deleted them": refusedTo(
    "admin",
    (_, rows: Two) => faqs.updateAll(rows, { is_active: false }),
    {
      before: async (world: World) => {
        const rows = await two(world);
        for (const row of rows) await world.as("admin", () => faqs.remove(row));
        return rows;
      },
      why: /^Someone else already deleted them$/,
    },
  ),
  "Someone else already deleted the rest": async (world) => {
    const [first, second] = (await two(world)) as [FaqItem, FaqItem];
    await world.as("admin", () => faqs.remove(first));
    const { done, cause } = await world.as("admin", () => faqs.removeAll([first, second]));
    expect(done).toMatchObject([{ id: second.id }]);
    expect(reason(cause)).toBe("Someone else already deleted the rest");
    expect(await found(world, second)).toHaveLength(0);
  },
  "Someone else already restored the rest": async (world) => {
    const [first, second] = (await two(world)) as [FaqItem, FaqItem];
    await world.as("admin", () => faqs.remove(first));
    await world.as("admin", () => faqs.update(second, { answer: "Since then." }));
    const { done, cause } = await world.as("admin", () => faqs.restoreAll([first, second]));
    expect(done).toMatchObject([{ id: first.id }]);
    expect(reason(cause)).toBe("Someone else already restored the rest");
    expect(await found(world, first)).toHaveLength(1);
    expect(await found(world, second)).toMatchObject([{ answer: "Since then." }]);
  },
  // Restored in another tab: it is back in the list, and stays there.
  "Someone else already restored or deleted it": refusedTo(
    "admin",
    (_, id: string) => submissions.deletePermanently([{ id }]),
    { before: sent, why: /^Someone else already restored or deleted it$/ },
  ),
  "Some of this has been edited since. Check History": async (world) => {
    const { set, row } = await prepared(world);
    const { change } = await world.as("admin", () => sets.publishSet(set));
    await world.site.sql`update faq_items set answer = 'No.' where id = ${row.id}`;
    const undo = refusedTo("admin", () => sets.undoPublishing(change ?? ""), {
      why: /^Some of this has been edited since. Check History$/,
    });
    await undo(world);
  },
  "This address is already confirmed": async (world) => {
    const { email } = people.stranger;
    const [row] = await world.site.sql`select id from auth.users where email = ${email}`;
    await refusedTo("admin", () => resendConfirmation(stranger({ email }, { id: row?.id })), {
      why: /^This address is already confirmed$/,
    })(world);
  },
  "This account no longer exists": refusedTo(
    "admin",
    () => resendConfirmation(stranger(people.stranger, {})),
    { why: /^This account no longer exists$/ },
  ),
  "This needs approval. Ask a colleague who can publish without it": async (world) => {
    const { what, steps } = await added(world);
    const { sql } = world.site;
    await sql`insert into private.publishing_rules values ('owner')`;
    const undo = refusedTo("admin", () => restore(what, steps), {
      why: /^This needs approval\. Ask a colleague who can publish without it$/,
    });
    await undo(world).finally(() => sql`delete from private.publishing_rules`);
  },
  "You no longer have access": refusedTo("stranger", (_, row: FaqItem) => faqs.remove(row), {
    before: add,
    why: /^You no longer have access$/,
  }),
};
