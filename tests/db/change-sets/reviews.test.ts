import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeEach, describe, expect, test } from "vitest";
import type { SetReview } from "#app/lib/data/database.types.ts";
import { signInStaff } from "#tests/access/everyone.ts";
import { site, withSite } from "../steps.ts";

/** Reviews and approvals of change sets. tests/db/change-sets/approvals.test.ts has who needs one. */
let ana: SupabaseClient;
let ben: SupabaseClient;
let cleo: SupabaseClient;
let set: string;
const ids = new Map<SupabaseClient, string>();
const idOf = (client: SupabaseClient) => ids.get(client) ?? "";

withSite(async () => {
  // Keeps the test's backend from sending notices.
  await site.sql`alter table private.account_notices alter column due_at set default 'infinity'`;
  [ana, ben, cleo] = [
    await signInStaff(site, "editor"),
    await signInStaff(site, "editor"),
    await signInStaff(site, "admin"),
  ];
  for (const client of [ana, ben, cleo])
    ids.set(client, (await client.auth.getUser()).data.user?.id ?? "");
});
beforeEach(async () => {
  await site.sql`delete from change_sets`;
  await site.sql`delete from private.account_notices`;
  set = (await ana.rpc("set_create", { name: "Black Friday" }).throwOnError()).data.id;
  await add(ana);
});

const add = async (who: SupabaseClient, question = "Do you wrap?") => {
  const id = crypto.randomUUID();
  await who
    .rpc("set_save", {
      of_set: set,
      list: "faq_items",
      operation: "INSERT",
      id,
      patch: { question, answer: "Yes." },
    })
    .throwOnError();
  return id;
};
const review = async (who = ana): Promise<SetReview> =>
  (await who.rpc("set_review", { of_set: set }).throwOnError()).data;
const version = async () => (await review()).set.version;
const send = (who: SupabaseClient, to: SupabaseClient, message?: string) =>
  who.rpc("set_ask_review", { of_set: set, person: idOf(to), ...(message && { message }) });
const answer = async (who: SupabaseClient, verdict: string, more: object = {}) =>
  who.rpc("set_answer_review", { of_set: set, seen: await version(), verdict, ...more });
const refused = async (call: PromiseLike<{ error: { message: string } | null }>) =>
  (await call).error?.message;
const notices = async () =>
  (await site.sql`select n.kind, n.detail, n.message, n.reply_to, n.page, u.id as person
    from private.account_notices n join auth.users u on u.email = n.email
    where n.kind in ('review_asked', 'set_approved', 'set_changes_asked')
    order by n.created_at`) as unknown as {
    kind: string;
    detail: string;
    message: string | null;
    reply_to: string | null;
    page: string;
    person: string;
  }[];

describe("a review", () => {
  test("asks one colleague who can edit, and emails them", async () => {
    await send(ana, ben, " Is the price right? ").throwOnError();
    const [notice, ...others] = await notices();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      kind: "review_asked",
      person: idOf(ben),
      page: `/admin/content?review=${set}`,
    });
    expect(notice?.detail).toMatch(/ asked you to review "Black Friday"\.$/);
    expect(notice?.message).toBe("Is the price right?");
    const { data: asker } = await ana.auth.getUser();
    expect(notice?.reply_to).toBe(asker.user?.email);
    expect(await review(ben)).toMatchObject({
      review: { verdict: null, mine: false, for_me: true, reviewer_edits: true },
      comments: [{ message: "Is the price right?", outside_name: null, table_name: null }],
      is_approved: false,
    });
    expect((await review(ana)).review).toMatchObject({ mine: true, for_me: false });
    const { data: sales } = await (await signInStaff(site, "sales")).auth.getUser();
    const { data: people } = await ana.rpc("set_reviewers").throwOnError();
    const offered = (people as { id: string; email: string }[]).map(({ id }) => id);
    expect(offered).toEqual(expect.arrayContaining([idOf(ben), idOf(cleo)]));
    const { data: account } = await ben.auth.getUser();
    expect(people).toContainEqual({ id: idOf(ben), email: account.user?.email });
    expect(offered).not.toContain(idOf(ana));
    expect(offered).not.toContain(sales.user?.id);
  });

  test("is asked of nobody else, not twice, and not about an empty set", async () => {
    const sales = await signInStaff(site, "sales");
    const { data } = await sales.auth.getUser();
    const ask = (person: string | undefined) =>
      refused(ana.rpc("set_ask_review", { of_set: set, person }));
    const nobody = "Choose a colleague who can edit content.";
    expect(await ask(idOf(ana))).toBe(nobody);
    expect(await ask(data.user?.id)).toBe(nobody);
    expect(await ask(crypto.randomUUID())).toBe(nobody);
    await send(ana, ben).throwOnError();
    expect(await refused(send(ana, ben))).toBe("This set is already waiting for their review.");
    expect(await notices()).toHaveLength(1);
    await site.sql`delete from change_set_items`;
    expect(await refused(send(ana, cleo))).toBe("This set has no changes yet.");
    expect((await sales.rpc("set_review", { of_set: set })).error?.code).toBe("42501");
  });

  test("is answered without an email to someone who asked and then left", async () => {
    const eli = await signInStaff(site, "editor");
    await send(eli, ben).throwOnError();
    const { data } = await eli.auth.getUser();
    await site.sql`delete from staff where user_id = ${data.user?.id ?? ""}`;
    await answer(ben, "approved");
    expect((await notices()).map(({ kind }) => kind)).toEqual(["review_asked"]);
  });

  test("is answered for the version that was seen, and the asker gets an email", async () => {
    expect(await refused(answer(ben, "approved"))).toBe("Nobody sent this set for review.");
    await send(ana, ben).throwOnError();
    const seen = await version();
    await add(ana, "Do you ship pallets?");
    expect(
      await refused(ben.rpc("set_answer_review", { of_set: set, seen, verdict: "approved" })),
    ).toBe("Someone changed this set. Review it again.");
    expect(await refused(answer(ana, "approved"))).toBe(
      "You sent this set for review. Someone else has to answer.",
    );
    expect(await refused(answer(ben, "rejected"))).toBe("Approve the set, or ask for changes.");
    await answer(ben, "changes", { message: "Shorter, please." }).then(({ error }) =>
      expect(error).toBeNull(),
    );
    const [, notice] = await notices();
    expect(notice).toMatchObject({ kind: "set_changes_asked", person: idOf(ana) });
    expect(notice?.detail).toMatch(/ asked for changes in "Black Friday"\.$/);
    expect(notice?.message).toBe("Shorter, please.");
    expect((await review()).is_approved).toBe(false);
    await answer(ben, "approved");
    expect((await notices()).at(-1)).toMatchObject({ kind: "set_approved", person: idOf(ana) });
    expect(await review()).toMatchObject({
      is_approved: true,
      review: { verdict: "approved", is_current: true },
    });
  });

  test("can be answered by another colleague, but nobody approves their own changes", async () => {
    await send(ana, ben).throwOnError();
    await add(ben, "Do you ship pallets?");
    expect(await refused(answer(ben, "approved"))).toBe(
      "You changed something in this set. Someone else has to approve it.",
    );
    // Not even through a colleague who asks in their name.
    await send(cleo, ana).throwOnError();
    expect(await refused(answer(ana, "approved"))).toBe(
      "You changed something in this set. Someone else has to approve it.",
    );
    // Nor after a colleague corrected what they wrote.
    const { data: items } = await ben
      .from("change_set_items")
      .select("row_id, version, prepared")
      .throwOnError();
    const anas = items?.find(({ prepared }) => prepared.question === "Do you wrap?");
    await ben
      .rpc("set_save", {
        of_set: set,
        list: "faq_items",
        operation: "UPDATE",
        id: anas?.row_id,
        patch: { question: "Do you wrap gifts?" },
        seen: anas?.version,
      })
      .throwOnError();
    expect(await refused(answer(ana, "approved"))).toBe(
      "You changed something in this set. Someone else has to approve it.",
    );
    await send(ana, ben).throwOnError();
    expect((await answer(cleo, "approved")).error).toBeNull();
    expect(await review(cleo)).toMatchObject({ is_approved: true, review: { for_me: true } });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a change that is added", () => add(ana, "Do you ship pallets?")],
    [
      "a change that is discarded",
      async () => {
        await add(ana, "Do you ship pallets?");
        await answer(ben, "approved");
        const [item] = await site.sql`select id from change_set_items limit 1`;
        await ana.rpc("set_drop", { of_set: set, items: [item?.id] }).throwOnError();
      },
    ],
    ["a new request", async () => send(ana, cleo).throwOnError()],
    [
      "the end of the reviewer's role",
      () => site.sql`delete from staff where user_id = ${idOf(ben)}`,
    ],
  ])("loses its approval by %s", async (_, work) => {
    await send(ana, ben).throwOnError();
    await answer(ben, "approved");
    expect((await review()).is_approved).toBe(true);
    await work();
    expect((await review()).is_approved).toBe(false);
    await site.sql`insert into staff (user_id, is_editor) values (${idOf(ben)}, true)
      on conflict do nothing`;
  });

  test("is on the dashboard of who has to act, until the set is closed", async () => {
    const waiting = async (who: SupabaseClient) =>
      (await who.rpc("admin_dashboard").throwOnError()).data.reviews;
    await send(ana, ben).throwOnError();
    const here = { id: set, name: "Black Friday" };
    expect(await waiting(ben)).toMatchObject([{ ...here, what: "review" }]);
    expect([await waiting(ana), await waiting(cleo)]).toEqual([[], []]);
    await answer(ben, "changes");
    expect(await waiting(ana)).toMatchObject([{ ...here, what: "changes" }]);
    await add(ana, "Do you ship pallets?");
    expect([await waiting(ana), await waiting(ben)]).toEqual([[], []]);
    await answer(ben, "approved");
    expect(await waiting(ana)).toMatchObject([{ ...here, what: "approved" }]);
    // An approval that no longer counts is no reason to publish.
    const [role] = await site.sql`delete from staff where user_id = ${idOf(ben)} returning *`;
    expect(await waiting(ana)).toEqual([]);
    await site.sql`insert into staff ${site.sql(role ?? {})}`;
    await ana.rpc("set_publish", { of_set: set, seen: await version() }).throwOnError();
    expect(await waiting(ana)).toEqual([]);
    await site.sql`delete from faq_items where question like 'Do you%'`;
  });

  test("is not approved after an edit at the same moment", async () => {
    await send(ana, ben).throwOnError();
    const seen = await version();
    const both = await Promise.all([
      ben.rpc("set_answer_review", { of_set: set, seen, verdict: "approved" }),
      add(ana, "Do you ship pallets?"),
    ]);
    const { review: stored, is_approved } = await review();
    // Either the edit came first and the answer was refused, or it made the approval outdated.
    expect(is_approved).toBe(false);
    expect(stored?.is_current ?? false).toBe(false);
    expect([undefined, "Someone changed this set. Review it again."]).toContain(
      both[0].error?.message,
    );
  });
});

describe("a comment", () => {
  const comment = (message: string, more: object = {}) =>
    ben.rpc("set_comment", { of_set: set, message, ...more });

  test("is on the set or on a change, keeps its name, and can be marked as done", async () => {
    const row_id = await add(ana, "Do you ship pallets?");
    await comment("First\r\nSecond​ ").throwOnError();
    await comment("About this", { list: "faq_items", row_id }).throwOnError();
    const { comments } = await review();
    expect(comments).toMatchObject([
      { message: "First\nSecond", table_name: null, label: null, done: false },
      { message: "About this", table_name: "faq_items", row_id, label: "Do you ship pallets?" },
    ]);
    const [first] = comments;
    const mark = (done: boolean) => ana.rpc("set_comment_done", { comment: first?.id, done });
    await mark(true).throwOnError();
    expect((await review()).comments.map(({ done }) => done)).toEqual([true, false]);
    await mark(false).throwOnError();
    expect((await review()).comments.map(({ done }) => done)).toEqual([false, false]);
    // It stays when its change is discarded.
    await site.sql`delete from change_set_items where row_id = ${row_id}`;
    expect((await review()).comments).toHaveLength(2);
    expect(await refused(comment("Late", { list: "faq_items", row_id }))).toBe(
      "This change is no longer in the set.",
    );
    expect(
      await refused(ana.rpc("set_comment_done", { comment: crypto.randomUUID(), done: true })),
    ).toBe("This comment no longer exists.");
  });

  test("has a bound in length and number", async () => {
    const long = "Please enter a comment of at most 2,000 characters.";
    expect(await refused(comment(" \n"))).toBe(long);
    expect(await refused(comment("x".repeat(2001)))).toBe(long);
    await comment("x".repeat(2000)).throwOnError();
    await site.sql`insert into private.set_comments (set_id, message)
      select ${set}, 'More' from generate_series(1, 499)`;
    expect(await refused(comment("One more"))).toBe("A set has at most 500 comments.");
  });

  test("does not change the set, so an approval stays", async () => {
    await send(ana, ben).throwOnError();
    await answer(ben, "approved");
    await comment("Nice.").throwOnError();
    expect((await review()).is_approved).toBe(true);
  });
});
