import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { tables } from "#tests/tables/index.ts";
import { site, withSite } from "../steps.ts";
import { post } from "./steps.ts";

withSite();

describe("the mail about a submission", () => {
  const submit = async (more: Record<string, unknown> = {}) => {
    const form = { request_id: randomUUID(), ...tables.contact_submissions.make(), ...more };
    const { error } = await site.visitor().from("contact_submissions").insert(form);
    if (error) throw error;
    return form;
  };
  const invoke = (formData: unknown) =>
    site.visitor().functions.invoke("send-contact-email", { body: { formData } });
  /** Emails about a lead, by their reply-to address. */
  const mailsAbout = async (email: string) =>
    (await site.outbox()).filter(({ replyTo }) => replyTo?.[0]?.address === email);
  const rowOf = async (requestId: string) => {
    const [row] = await site.sql`select id, mail_status, mail_attempts, mail_last_error, mailed_at
      from contact_submissions where request_id = ${requestId}`;
    return row;
  };

  test("is sent once to the company, with the visitor in Reply-To and values escaped", async () => {
    const form = await submit({
      name: "Ana <b>Ruiz</b>\u2028Bcc: all@example.com",
      email: "ana.once@example.com",
      business_name: 'Halfmoon "Nails" & Co',
      platforms: ["TikTok Shop", "<i>Etsy</i>"],
      message: "<script>alert(1)</script>\nSecond line",
    });
    for (let i = 0; i < 3; i += 1) {
      const { data, error } = await invoke(form);
      expect([error, data]).toEqual([null, { error: null, data: { accepted: true } }]);
    }
    const mails = (await site.outbox()).filter((mail) => mail.subject?.includes("Halfmoon"));
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    const [setting] =
      await site.sql`select setting_value from site_settings where setting_key = 'contact_email'`;
    expect(mail?.to?.map((to) => to.address)).toEqual([setting?.setting_value]);
    expect(mail?.replyTo).toMatchObject([
      { name: "Ana <b>Ruiz</b> Bcc: all@example.com", address: "ana.once@example.com" },
    ]);
    expect([mail?.cc, mail?.bcc]).toEqual([undefined, undefined]);
    expect(mail?.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;<br>Second line");
    expect(mail?.html).toContain("Halfmoon &quot;Nails&quot; &amp; Co");
    expect(mail?.html).toContain("&lt;i&gt;Etsy&lt;/i&gt;");
    expect(mail?.html).not.toMatch(/<(script|b|i)>/);
    expect(mail?.text).toContain("<script>alert(1)</script>\nSecond line");
    const { id } = (await rowOf(form.request_id)) ?? {};
    const [, link] = /Open it in the admin:\n(\S+)\n/.exec(mail?.text ?? "") ?? [];
    expect(new URL(link ?? "").pathname).toBe("/admin/contact-manager");
    expect(new URL(link ?? "").search).toBe(`?open=${id}`);
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.text).toMatch(/^Received: \w{3} \d+, \d{4}, \d+:\d\d [AP]M P[SD]T$/m);
    expect(mail?.html).toContain('<td height="4" bgcolor="#1F6E4D"');
    expect(await rowOf(form.request_id)).toMatchObject({ mail_status: "sent", mail_attempts: 1 });
  });

  test("shows the time in the company's zone", async () => {
    await site.sql`update site_settings set setting_value = 'Asia/Kolkata'
      where setting_key = 'time_zone'`;
    await invoke(await submit({ email: "kolkata@example.com" }));
    const [mail] = await mailsAbout("kolkata@example.com");
    expect(mail?.text).toMatch(/^Received: .* [AP]M GMT\+5:30$/m);
    await site.sql`update site_settings set setting_value = 'America/Los_Angeles'
      where setting_key = 'time_zone'`;
  });

  test("shows the estimate of the pricing page", async () => {
    const estimate = {
      orders: 1_200,
      items: 1.5,
      cubic_feet: 0,
      returns: false,
      size: "small",
      cartons: 30,
      ounces: 8,
    };
    const form = await submit({
      email: "reckoned@example.com",
      estimate: { ...estimate, low: 1200, high: 6000.5 },
    });
    await invoke(form);
    const [mail] = await mailsAbout("reckoned@example.com");
    expect(mail?.text).toContain("Estimate per month: $1,200.00 to $6,000.50\n");
    expect(mail?.text).toContain(
      "Estimated for: 1,200 orders, 1.5 items per order, 0 cubic feet, without returns, small products, 30 cartons received, 8 ounces per package\n",
    );
    expect(mail?.html).toContain("$1,200.00 to $6,000.50");
  });

  test("counts one of each in the singular", async () => {
    const estimate = { orders: 1, items: 1, cubic_feet: 1, returns: true, cartons: 1, ounces: 1 };
    const email = "one@example.com";
    await invoke(await submit({ email, estimate: { ...estimate, low: 5, high: 5 } }));
    const [mail] = await mailsAbout(email);
    expect(mail?.text).toContain(
      "Estimated for: 1 order, 1 item per order, 1 cubic foot, with returns, 1 carton received, 1 ounce per package\n",
    );
  });

  test("cuts a long subject, and no emoji in half", async () => {
    const [name, email] = ["Ana", "long@example.com"];
    await invoke(await submit({ name, email, business_name: `${"x".repeat(130)}🕯 Candles` }));
    const [mail] = await mailsAbout(email);
    expect(mail?.subject).toBe(`New lead from Ana, ${"x".repeat(130)}🕯`);
  });

  test("goes to all listed recipients, as one email", async () => {
    const listed = ["dana@example.com", "noor@example.com"];
    await site.sql`insert into lead_recipients ${site.sql(listed.map((email) => ({ email })))}`;
    const email = "listed@example.com";
    await invoke(await submit({ email }));
    await site.sql`delete from lead_recipients`;
    const mails = await mailsAbout(email);
    expect(mails.map(({ to }) => to?.map(({ address }) => address).sort())).toEqual([listed]);
  });

  test("says what was stored, not what the caller repeats", async () => {
    const form = await submit({ name: "Stored Name", email: "stored@example.com" });
    await invoke({ ...form, name: "Buy Pills", email: "victim@example.com", message: "pills" });
    expect(await mailsAbout("victim@example.com")).toEqual([]);
    const [mail] = await mailsAbout("stored@example.com");
    expect(mail?.subject).toContain("Stored Name");
    expect(mail?.html).not.toContain("pills");
  });

  test("finds the row of a client that sends the six fields of rule P-5 alone", async () => {
    const six = { ...tables.contact_submissions.make(), email: "six@example.com" };
    await site.visitor().from("contact_submissions").insert(six);
    expect((await invoke(six)).error).toBeNull();
    await vi.waitFor(async () => expect(await mailsAbout("six@example.com")).toHaveLength(1));
  });

  test("reveals nothing about who has just written", async () => {
    const six = { ...tables.contact_submissions.make(), email: "lately@example.com" };
    await site.visitor().from("contact_submissions").insert(six);
    const answers = [];
    for (const email of [six.email, six.email, "never@example.com", "no address", ""])
      answers.push(await post("send-contact-email", { formData: { email } }));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { error: null, data: { accepted: true } }]);
  });

  test("marks a form that was sent too fast in its subject", async () => {
    const form = await submit({ name: "Fast Fingers", filled_in_ms: 800 });
    expect((await invoke(form)).error).toBeNull();
    const [mail] = (await site.outbox()).filter((one) => one.subject?.includes("Fast Fingers"));
    expect(mail?.subject).toBe("Likely spam: New lead from Fast Fingers");
  });

  test("has its own Message-ID, and a new one when sent again", async () => {
    const form = await submit({ name: "Ida Tell" });
    await invoke(form);
    const [row] =
      await site.sql`select id from contact_submissions where request_id = ${form.request_id}`;
    await (await site.admin()).rpc("resend_submission_mail", { submission_id: row?.id });
    await invoke(form);
    // The server's own job may have claimed the second, and still be writing it.
    await vi.waitFor(async () => {
      const mails = (await site.outbox()).filter((one) => one.subject?.includes("Ida Tell"));
      expect(mails.map(({ messageId }) => messageId)).toEqual([
        `<submission-${row?.id}@site.test>`,
        `<submission-${row?.id}.1@site.test>`,
      ]);
    });
  });

  test("is silently not sent when the trap is filled", async () => {
    const email = "trapped@example.com";
    const form = await submit({ email, trap: "http://spam.example" });
    expect((await invoke(form)).data).toEqual({ error: null, data: { accepted: true } });
    expect(await mailsAbout(email)).toEqual([]);
    expect(await rowOf(form.request_id)).toMatchObject({ mail_attempts: 0 });
  });

  test.each([
    [{ request_id: "00000000-0000-4000-8000-00000000000f" }, 404],
    [{ request_id: "x" }, 400],
    [{}, 400],
    [null, 400],
    ["text", 400],
  ])("refuses %j, which was never stored", async (formData, status) => {
    const answer = await post("send-contact-email", { formData });
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).toMatch(/\w/);
    expect(answer.body.data).toBeNull();
  });

  test("stays queued when the company's address is missing, and tells staff why", async () => {
    const form = await submit();
    const [address] =
      await site.sql`delete from site_settings where setting_key = 'contact_email' returning *`;
    const answer = await post("send-contact-email", { formData: form });
    expect([answer.status, answer.body]).toEqual([
      502,
      { error: { message: "the email couldn't be delivered" }, data: null },
    ]);
    expect(await rowOf(form.request_id)).toMatchObject({
      mail_status: "failed",
      mail_attempts: 1,
      mail_last_error: "Set a contact email in Site Settings.",
    });
    await site.sql`insert into site_settings ${site.sql(address ?? {})}`;
  });
});
