import type { IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createAuthLimits } from "#server/backend/auth/limits.ts";
import { visitorAddress } from "#server/http/middleware/request-info.ts";
import { people } from "#tests/support/people.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { stopClock } from "#tests/support/stop-clock.ts";

/** The address of a visitor behind one proxy that sends this header. */
const behind = (forwarded: string) =>
  visitorAddress(
    {
      socket: { remoteAddress: "10.0.0.1" },
      headers: { "x-forwarded-for": forwarded },
    } as unknown as IncomingMessage,
    1,
  );

/** Tries passwords, spelling the visitor's address differently each time. @returns how many were compared */
function guesses(spelled: (n: number) => string, count = 60): number {
  stopClock();
  const { signIn } = createAuthLimits(true);
  let compared = 0;
  for (let n = 0; n < count; n += 1) {
    try {
      signIn({ address: behind(spelled(n)), email: people.admin.email });
      compared += 1;
    } catch {
      // Refused: only compared passwords count.
    }
  }
  return compared;
}

test.each<[string, (n: number) => string]>([
  ["a port each, as Azure's gateway writes them", (n) => `203.0.113.66:${50_000 + n}`],
  ["a port each over IPv6", (n) => `[2001:db8:6::6]:${50_000 + n}`],
  ["an address of one IPv6 network each, in brackets", (n) => `[2001:db8:6::${n.toString(16)}]`],
  ["a zone each", (n) => `fe80::6%eth${n}`],
  ["no address, another each time", (n) => `client-${n}`],
  ["one address in two spellings", (n) => (n % 2 ? "::ffff:203.0.113.66" : "::ffff:cb00:7142")],
])("60 passwords of one visitor with %s count as one visitor's", (_, spelled) => {
  expect(guesses(spelled)).toBe(10);
});

test.each<[string, (n: number) => string]>([
  ["with ports", (n) => `203.0.113.${n}:1234`],
  ["with ports over IPv6", (n) => `[2001:db8:${n}::7]:1234`],
  ["over IPv6 that is IPv4", (n) => `::ffff:203.0.113.${n}`],
])("counts strangers %s separately", (_, spelled) => {
  expect(guesses(spelled)).toBe(60);
});

let site: Site;
beforeAll(async () => {
  site = await startSite(inject("clusterUrl"), { RATE_LIMITS: "on", TRUST_PROXY: "1" });
});
afterAll(() => site.stop());

test("stops guesses from changing ports behind such a proxy", async () => {
  const login = await (await fetch(`${site.url}/admin/login`)).text();
  const apikey = /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "";
  const said = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const answer = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: {
          apikey,
          "content-type": "application/json",
          "x-forwarded-for": `203.0.113.66:${50_000 + n}`,
        },
        body: JSON.stringify({ ...people.admin, password: `guess ${n}` }),
      });
      return answer.status;
    }),
  );
  expect(said).toContain(429);
});
