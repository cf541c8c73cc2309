import { describe, expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { addWebhook } from "#tests/support/stand-ins/webhooks.ts";
import { admin, claim, site, waiting, withSite } from "./steps.ts";

withSite();

describe("addresses and secrets", () => {
  test("are hidden from readers; the secret is shown once", async () => {
    const { webhook, secret, delivery } = await waiting();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const seen = JSON.stringify([
      (await admin.rpc("webhook_list")).data,
      (await admin.from("webhooks").select()).data,
      (await admin.from("webhook_deliveries").select()).data,
    ]);
    expect(seen).toContain(delivery);
    expect(seen).toContain("hooks.invalid");
    expect(seen).not.toContain("hidden");
    expect(seen).not.toContain(secret.replace("whsec_", ""));
    const again = await admin.rpc("webhook_save", {
      webhook,
      name: "Renamed",
      events: ["lead.created"],
      active: false,
      seen: (await admin.rpc("webhook_list")).data[0].updated_at,
    });
    expect(again.data).toEqual({ id: webhook });
    expect((await claim(delivery)).url).toBe("https://hooks.invalid/in?key=hidden");
  });

  test("signs with a new secret at once, and with the old one for a day", async () => {
    const { webhook, secret, delivery } = await waiting();
    const { data } = await admin.rpc("webhook_rotate", { webhook });
    expect(data).not.toBe(secret);
    const base64 = [data, secret].map((one: string) => one.replace("whsec_", ""));
    expect((await claim(delivery)).secrets).toEqual(base64);
    await site.sql`update private.webhook_endpoints
      set leased_until = null, old_secret_until = old_secret_until - interval '24 hours'`;
    expect((await claim(delivery)).secrets).toEqual([base64[0]]);
  });

  test("creates a new secret for a new address, and drops the old ones", async () => {
    const { webhook, secret, delivery } = await waiting();
    const rotated = (await admin.rpc("webhook_rotate", { webhook })).data;
    const save = async (url: string) => {
      const seen = (await admin.rpc("webhook_list")).data[0].updated_at;
      const values = { webhook, name: "Moved", events: ["lead.created"], active: false, url, seen };
      return (await admin.rpc("webhook_save", values).throwOnError()).data;
    };
    // Saving the same address again changes nothing.
    expect(await save("https://hooks.invalid/in?key=hidden")).toEqual({ id: webhook });
    const saved = await save("https://elsewhere.invalid/in");
    expect(saved).toEqual({ id: webhook, secret: expect.stringMatching(/^whsec_/) });
    expect([secret, rotated]).not.toContain(saved.secret);
    expect(await claim(delivery)).toMatchObject({
      url: "https://elsewhere.invalid/in",
      secrets: [saved.secret.replace("whsec_", "")],
    });
    expect((await admin.rpc("webhook_list")).data[0].old_secret_until).toBeNull();
  });

  test.each([
    ["https://hooks.slack.com/services/T0/B0/x", "slack"],
    ["https://a.westus.logic.azure.com:443/workflows/x?sig=y", "teams"],
    ["https://evergreen.webhook.office.com/webhookb2/x", "teams"],
    ["https://Hooks.Example.com:8443/in?a=b", "standard"],
    ["https://hooks.slack.com.evil.test/", "standard"],
    ["http://localhost:9000/in", "standard"],
  ])("%s is of the format %s", async (url, format) => {
    const { id } = await addWebhook(admin, { url, active: false });
    const [row] = await site.sql`select host, format from webhooks where id = ${id}`;
    expect(row).toEqual({ format, host: new URL(url).hostname });
  });

  test.each([
    "http://hooks.example.com/",
    "https://ana:word@hooks.example.com/",
    "https://hooks.example.com/#part",
    "https://hooks.example.com:22/",
    "https://hooks.example.com:99999/",
    "https://hooks.example.com/a b",
    "https://[::1]/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "",
    `https://hooks.example.com/${"x".repeat(2000)}`,
  ])("%s is refused", async (url) => {
    const { error } = await admin.rpc("webhook_save", {
      name: "Odd",
      url,
      events: ["lead.created"],
      active: true,
    });
    expect(error?.code).toBe("22023");
  });

  test("every admin is mailed of a new address, and of nothing else", async () => {
    const { id: webhook } = await addWebhook(admin, { name: "Parcels" });
    const mails = async () =>
      (await site.outbox()).filter(
        ({ text }) => text?.includes(" sends to ") && /parcels/i.test(text),
      );
    const save = async (more: object) =>
      admin.rpc("webhook_save", {
        webhook,
        name: "More parcels",
        events: ["lead.created"],
        active: false,
        ...more,
        seen: (await admin.rpc("webhook_list")).data[0].updated_at,
      });
    await save({});
    await save({ url: "https://elsewhere.invalid/key" });
    await expect.poll(async () => (await mails()).length).toBe(2);
    const texts = (await mails()).map(({ text }) => text);
    const by = `Changed by ${people.admin.email}.`;
    expect(texts[0]).toContain(`"Parcels" now sends to hooks.invalid. ${by}`);
    expect(texts[1]).toContain(`"More parcels" now sends to elsewhere.invalid. ${by}`);
    expect(texts.join()).not.toMatch(/hidden|invalid\/key/);
    expect((await mails())[0]?.to?.[0]?.address).toBe(people.admin.email);
  });

  test("does not overwrite someone else's change", async () => {
    const { id: webhook } = await addWebhook(admin, { active: false });
    const { error } = await admin.rpc("webhook_save", {
      webhook,
      name: "Mine",
      events: ["lead.created"],
      active: true,
      seen: "2026-01-01",
    });
    expect(error).toMatchObject({
      code: "PT409",
      message: "Someone else changed this webhook. Close it and open it again.",
    });
    expect((await admin.rpc("webhook_list")).data[0].name).toBe("The warehouse");
  });

  test("there are 20 at most", async () => {
    for (let n = 0; n < 20; n++) await addWebhook(admin, { name: `No. ${n}`, active: false });
    await expect(addWebhook(admin)).rejects.toMatchObject({
      code: "PT409",
      message: "You can have at most 20 webhooks. Delete one you no longer need.",
    });
  });
});
