import { describe, expect, test } from "vitest";
import { allMail, pressLink } from "#tests/support/mail/mailed.ts";
import { people } from "#tests/support/people.ts";
import { stopClock } from "#tests/support/stop-clock.ts";
import { browser, logLines, OWNER, STRANGER, t, withSite } from "./accounts-steps.ts";

withSite();

describe("the owner is not locked out", () => {
  /** Sends three wrong passwords every five seconds, before each of the owner's fifteen tries. */
  async function besieged(owner: () => Promise<number>) {
    const stranger = browser(STRANGER);
    const said: number[] = [];
    const guesses: number[] = [];
    const setClock = stopClock();
    for (let round = 0; round < 15; round += 1) {
      setClock(5 * round);
      for (let i = 0; i < 3; i += 1) guesses.push(await stranger.signIn(`guess ${round} ${i}`));
      said.push(await owner());
    }
    return { said, guesses };
  }

  test("by a stranger elsewhere, who is stopped", async () => {
    const { said, guesses } = await besieged(() => browser(OWNER).signIn(people.admin.password));
    expect(said).toEqual(Array(15).fill(200));
    expect(guesses).toContain(429);
    const refusals = logLines.map((line) => JSON.parse(line)).filter((line) => line.address);
    expect(refusals).toContainEqual(
      expect.objectContaining({ address: STRANGER, reason: "invalid_credentials", level: "info" }),
    );
    expect(logLines.join()).not.toContain("guess 0");
  });

  test("by a stranger at the same address, in a browser that the account knows", async () => {
    const known = browser(STRANGER);
    expect(await known.signIn(people.admin.password)).toBe(200);
    const { said } = await besieged(() => known.signIn(people.admin.password));
    expect(said).toEqual(Array(15).fill(200));
  });

  test("of a new password by emails requested by strangers", async () => {
    const ask = async (address: string) =>
      (await browser(address).client.auth.resetPasswordForEmail(people.admin.email)).error?.status;
    for (let i = 0; i < 12; i += 1) await ask(`203.0.113.${i}`);
    expect(await allMail(t)).toHaveLength(6);
    expect(await ask(OWNER)).toBeUndefined();
    const { session } = await pressLink(t, people.admin.email, browser(OWNER).client);
    expect(session?.user.email).toBe(people.admin.email);
  });

  test("accepts a device cookie for one account only, with its own count", async () => {
    stopClock();
    const known = browser(STRANGER);
    await known.signIn(people.stranger.password, people.stranger.email);
    const tries = async (who: ReturnType<typeof browser>, email: string) =>
      Promise.all(Array.from({ length: 12 }, (_, i) => who.signIn(`guess ${i}`, email)));
    expect((await tries(known, people.stranger.email)).filter((s) => s === 429)).toHaveLength(2);
    expect((await tries(known, people.admin.email)).filter((s) => s === 429)).toHaveLength(2);
  });
});

test("ignores a device cookie with a wrong signature", async () => {
  stopClock();
  const ask = async (cookie: string) => {
    const response = await t.request(
      "/auth/v1/token?grant_type=password",
      {
        method: "POST",
        headers: { apikey: t.backend.publishableKey, "content-type": "application/json", cookie },
        body: JSON.stringify({ ...people.admin, password: "guess" }),
      },
      { clientAddress: STRANGER },
    );
    return response.status;
  };
  const signedIn = await t.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: t.backend.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(people.admin),
  });
  const [own = ""] = (signedIn.headers.get("set-cookie") ?? "").split(";");
  for (let i = 0; i < 10; i += 1) expect(await ask("")).toBe(400);
  expect(await ask("")).toBe(429);
  const [, account, nonce, signature = ""] = /=(.+)\.(.+)\.(.+)$/.exec(own) ?? [];
  const other = signature.startsWith("A") ? "B" : "A";
  for (const forged of [
    `${account}.x.${signature}`,
    `${account}.${nonce}.${other}${signature.slice(1)}`,
    `${account}.${nonce}.`,
  ])
    expect(await ask(`ld_device=${forged}`), forged).toBe(429);
  expect(await ask(own), "the real one").toBe(400);
});

test("hides a device cookie from scripts and other services", async () => {
  const response = await t.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    headers: { apikey: t.backend.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(people.admin),
  });
  expect(response.headers.get("set-cookie")).toMatch(
    /^ld_device=[\w.~-]+; Path=\/auth\/v1; Max-Age=31536000; HttpOnly; SameSite=Lax$/,
  );
});
