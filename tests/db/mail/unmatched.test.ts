import { describe, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import {
  ANA,
  activityOf,
  arrives,
  asAdmin,
  lead,
  replyAddress,
  rowOf,
  sql,
  withAnswers,
} from "./answer-steps.ts";

withAnswers();

const stored = async (id: string) => (await sql`select * from inbound_mails where id = ${id}`)[0];
const unmatched = async (more: Record<string, unknown> = {}) => (await arrives(more)).id ?? "";
const attach = (mail: string, of: string) =>
  asAdmin((tx) => tx`select inbound_attach(${mail}, ${of})`);
const detach = (mail: string) => asAdmin((tx) => tx`select inbound_detach(${mail})`);
const dismiss = (mail: string, back = false) =>
  asAdmin((tx) => tx`select inbound_dismiss(${mail}, ${back})`);
const makeLead = (mail: string) =>
  asAdmin(async (tx) => {
    const [row] = await tx`select inbound_lead(${mail}) as id`;
    return row?.id as string;
  });

describe("an email that matches no lead", () => {
  test("becomes an answer of the lead that it is attached to", async () => {
    const of = await lead({ status: "responded" });
    const mail = await unmatched({ text: "About the zebrafish." });
    await dismiss(mail);
    await attach(mail, of);
    expect(await stored(mail)).toMatchObject({ submission_id: of, dismissed_at: null });
    expect(await rowOf(of)).toMatchObject({
      status: "contacted",
      new_answer_at: expect.any(Date),
      search_text: expect.stringContaining("zebrafish"),
    });
    expect(await activityOf(of)).toContainEqual(["answer", "reply"]);
  });

  test("goes to one lead when two people attach it at once", async () => {
    const [one, other, mail] = [await lead(), await lead(), await unmatched()];
    const results = await Promise.allSettled([attach(mail, one), attach(mail, other)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const marked = await sql`select from contact_submissions where new_answer_at is not null`;
    expect(marked).toHaveLength(1);
  });

  test("is taken out of a lead again, whose answer is then not new", async () => {
    const of = await lead();
    const mail = await unmatched();
    await attach(mail, of);
    await detach(mail);
    expect(await stored(mail)).toMatchObject({ submission_id: null, dismissed_at: null });
    expect(await rowOf(of)).toMatchObject({
      new_answer_at: null,
      search_text: expect.not.stringContaining("call me"),
    });
    const to = [await replyAddress(of)];
    await attach(mail, of);
    await arrives({ to });
    await detach(mail);
    expect((await rowOf(of))?.new_answer_at, "the other answer").not.toBeNull();
  });

  test("becomes one lead, however often", async () => {
    const mail = await unmatched({
      sender: "Cleo@Ito.example",
      sender_name: " Cleo Ito ",
      text: "  A quote?\n",
    });
    const made = await makeLead(mail);
    expect(await makeLead(mail)).toBe(made);
    expect(await rowOf(made)).toMatchObject({
      name: "Cleo Ito",
      message: "A quote?",
      status: "new",
      is_spam: false,
      new_answer_at: null,
    });
    expect(await stored(mail)).toMatchObject({ submission_id: made });
    expect(await activityOf(made)).toEqual([["answer", "reply"]]);
    // Nobody is told that their message arrived: they wrote an email.
    expect(await sql`select from mails`).toHaveLength(0);
  });

  test("becomes a lead also without a name or a text, and with long ones", async () => {
    const longest = `ana@${"half-moon.".repeat(24)}candles.us`;
    expect(longest).toHaveLength(254);
    for (const more of [
      { sender_name: null, text: null },
      { sender_name: "A", text: " " },
      { sender_name: "x".repeat(200), text: "y ".repeat(50_000) },
      { sender_name: null, sender: longest },
    ])
      expect(await rowOf(await makeLead(await unmatched(more)))).toMatchObject({
        email: more.sender ?? ANA,
      });
  });

  test("makes no lead without a sender that can be answered", async () => {
    const mail = await unmatched({ sender: "" });
    await expect(makeLead(mail)).rejects.toMatchObject({
      code: "PT409",
      message: "This email has no sender you can reply to.",
    });
  });

  test("is dismissed, and restored", async () => {
    const mail = await unmatched();
    await dismiss(mail);
    const { dismissed_at } = (await stored(mail)) ?? {};
    expect(dismissed_at).toEqual(expect.any(Date));
    await dismiss(mail);
    expect((await stored(mail))?.dismissed_at, "the first time counts").toEqual(dismissed_at);
    await dismiss(mail, true);
    expect(await stored(mail)).toMatchObject({ dismissed_at: null });
  });

  test("is deleted 30 days after it was dismissed, and otherwise stays", async () => {
    const [old, young, waits] = [await unmatched(), await unmatched(), await unmatched()];
    await sql`update inbound_mails set dismissed_at = now() - interval '30 days' where id = ${old}`;
    await sql`update inbound_mails set dismissed_at = now() - interval '29 days' where id = ${young}`;
    await sql`update inbound_mails set arrived_at = now() - interval '900 days' where id = ${waits}`;
    await sql`select leads_clean()`;
    expect(await stored(old)).toBeUndefined();
    expect([await stored(young), await stored(waits)].every(Boolean)).toBe(true);
  });

  test("is read and handled by people who handle leads alone", async () => {
    const mail = await unmatched();
    const asEditor = <T>(work: Parameters<typeof asAdmin<T>>[0]) =>
      asAdmin(async (tx) => {
        await tx`set local role postgres`;
        const id = tx`(select id from auth.users where email = ${people.stranger.email})`;
        await tx`insert into staff (user_id, is_editor) values (${id}, true)
          on conflict (user_id) do nothing`;
        const [session] =
          await tx`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${id})
          returning id as session_id, user_id as sub`;
        await tx`select set_config('request.jwt.claims', ${JSON.stringify(session)}, true)`;
        await tx`set local role authenticated`;
        return work(tx);
      });
    expect(await asEditor((tx) => tx`select from inbound_mails`)).toHaveLength(0);
    await expect(asEditor((tx) => tx`select inbound_dismiss(${mail})`)).rejects.toThrow(
      "Only sales and admins can do this.",
    );
    const figures = await asEditor((tx) => tx`select admin_dashboard() as figures`);
    expect(figures[0]?.figures).not.toHaveProperty("unmatched_mails");
    expect(figures[0]?.figures).not.toHaveProperty("new_answers");
  });
});

describe("the mailbox", () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const claim = async (holder: string) =>
    (await sql`select inbound_mailbox_claim(${holder}) as place`)[0]?.place;
  const report = (holder: string, uid: number | null, error: string | null = null) =>
    sql`select inbound_mailbox_report(${holder}, ${uid === null ? null : 7}, ${uid}, ${error})`;
  const state = () => asAdmin(async (tx) => (await tx`select inbound_state() as state`)[0]?.state);

  test("is read by one process, until that ends", async () => {
    await sql`update private.inbound_mailbox set holder = null, validity = null, uid = null`;
    expect(await claim(one)).toMatchObject({ validity: null, uid: null });
    expect(await claim(other)).toBeNull();
    await report(one, 12);
    expect(await claim(one)).toMatchObject({ validity: 7, uid: 12 });
    await report(other, 99);
    await sql`update private.inbound_mailbox set held_until = now() - interval '1 second'`;
    expect(await claim(other)).toMatchObject({ validity: 7, uid: 12 });
    await report(one, 98);
    await report(other, null);
    expect(await claim(other)).toMatchObject({ validity: 7, uid: 12 });
    await sql`select inbound_mailbox_release(${one})`;
    expect(await claim(one)).toBeNull();
    await sql`select inbound_mailbox_release(${other})`;
    expect(await claim(one)).toMatchObject({ uid: 12, checked_at: expect.any(String) });
  });

  test("is shown with its address, its last error, and what waits", async () => {
    const set = (columns: object) => sql`update private.inbound_mailbox set ${sql(columns)}`;
    await set({
      reply_address: null,
      holder: null,
      arrived_at: null,
      checked_at: null,
      error: null,
    });
    expect(await state()).toEqual({
      on: false,
      address: null,
      checked_at: null,
      error: null,
      unmatched: 0,
    });
    await set({ reply_address: "reply+*@example.com" });
    await claim(one);
    await report(one, 13);
    const { checked_at } = await state();
    await report(one, null, `The password is wrong. ${"x".repeat(600)}`);
    await dismiss(await unmatched());
    await unmatched();
    expect(await state()).toMatchObject({
      on: true,
      address: "reply+*@example.com",
      checked_at,
      error: expect.stringMatching(/^The password is wrong\. x{477}$/),
      unmatched: 1,
    });
    await set({ reply_address: null, error: null });
    expect(await state(), "emails still arrive").toMatchObject({
      on: true,
      address: null,
      error: null,
    });
  });
});
