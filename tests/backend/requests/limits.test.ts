import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { addressKey, addressKeys, createRateLimiter } from "#server/limits/rate-limit.ts";
import { allowSlowStatements, openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { stopClock } from "#tests/support/stop-clock.ts";

describe("the limiter", () => {
  test("allows a burst, then one at a time", () => {
    let now = 0;
    const limiter = createRateLimiter({ name: "test", burst: 3, secondsEach: 10 }, () => now);
    expect([1, 2, 3, 4].map(() => limiter.take("a"))).toEqual([0, 0, 0, 10]);
    now += 10_000;
    expect([limiter.take("a"), limiter.take("a")]).toEqual([0, 10]);
    expect(limiter.take("b")).toBe(0);
  });

  test("works when the clock is set back three hours", () => {
    const clock = vi.spyOn(Date, "now");
    const limiter = createRateLimiter({ name: "test", burst: 2, secondsEach: 60 });
    clock.mockReturnValue(Date.parse("2026-11-21T12:00:00Z"));
    limiter.take("a");
    clock.mockReturnValue(Date.parse("2026-11-21T09:00:00Z"));
    expect([limiter.take("a"), limiter.take("a")]).toEqual([0, 60]);
  });

  test("allows the whole burst at any fraction of a millisecond", () => {
    // Not injected: Mocks the limiter's default clock.
    const clock = vi.spyOn(performance, "now");
    const grantedAt = (now: number) => {
      clock.mockReturnValue(now);
      const limiter = createRateLimiter({ name: "test", burst: 80, secondsEach: 7.5 });
      return Array.from({ length: 81 }, () => limiter.take("a")).filter((wait) => wait === 0)
        .length;
    };
    const clocks = Array.from({ length: 50 }, (_, i) => 1_000 + i * 1.37);
    expect([...new Set(clocks.map(grantedAt))]).toEqual([80]);
    clock.mockRestore();
  });

  test("refunds and forgets", () => {
    const limiter = createRateLimiter({ name: "test", burst: 1, secondsEach: 10 }, () => 0);
    limiter.take("a");
    limiter.giveBack("a");
    expect(limiter.take("a")).toBe(0);
    limiter.reset("a");
    expect(limiter.take("a")).toBe(0);
  });

  test("stays small for any number of addresses", () => {
    const limiter = createRateLimiter({ name: "test", burst: 1, secondsEach: 1000 }, () => 0);
    for (let i = 0; i < 60_000; i += 1) limiter.take(`key ${i}`);
    expect(limiter.take("key 1")).toBe(0);
    expect(limiter.take("key 59999")).toBeGreaterThan(0);
  });

  test("forgets keys that have been full for a while", () => {
    let time = 0;
    const fullAt = new Map<string, number>();
    const limiter = createRateLimiter(
      { name: "test", burst: 3, secondsEach: 1 },
      () => time,
      fullAt,
    );
    for (const key of ["a", "b", "c"]) limiter.take(key);
    time += 1_000;
    for (let i = 0; i < 2; i += 1) limiter.take("d");
    expect([...fullAt.keys()]).toEqual(["d"]);
  });

  test("counts an IPv6 network as one", () => {
    expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe(addressKey("2001:db8:1:2::9"));
    expect(addressKey("2001:db8:1:2::9")).not.toBe(addressKey("2001:db8:1:3::9"));
    expect(addressKey("203.0.113.9")).toBe("203.0.113.9");
    expect(addressKey("::ffff:203.0.113.9")).toBe("203.0.113.9");
    expect(addressKey("2001:0DB8:0001:2::9")).toBe(addressKey("2001:db8:1:2::9"));
  });

  test("counts the networks of one IPv6 customer together as well", () => {
    const wide = (address: string) => addressKeys(address).wide;
    expect(wide("2001:db8:1:2::9")).toBe(wide("2001:db8:1:ffff::1"));
    expect(wide("2001:db8:1:2::9")).not.toBe(wide("2001:db8:2:2::9"));
    expect(wide("2001:db8:1:2::9")).not.toBe(addressKey("2001:db8:1:2::9"));
    expect(wide("203.0.113.9")).toBeUndefined();
  });
});

describe("the backend", () => {
  let t: TestBackend;
  // This tests how many are stored, however long a slow machine takes for each.
  allowSlowStatements();
  beforeAll(async () => {
    t = await openTestBackend({ RATE_LIMITS: "on" });
  });
  afterAll(() => t.close());

  const signIn = (email: string, password: string) =>
    t.visitor().auth.signInWithPassword({ email, password });

  test("allows five wrong passwords, and resets after a success", async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 5; i += 1) await signIn(people.stranger.email, "wrong");
      const { error } = await signIn(people.stranger.email, people.stranger.password);
      expect(error).toBeNull();
    }
  });

  test("guessing one person's password is stopped with a sentence", async () => {
    stopClock();
    const tries = Array.from({ length: 11 }, () => signIn("victim@example.com", "guess"));
    const errors = (await Promise.all(tries)).map(({ error }) => error);
    const refused = errors.filter((error) => error?.status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.message).toMatch(
      /^Too many attempts to sign in\. Please wait .+ and try again\.$/,
    );
    expect(refused[0]?.code).toBe("over_request_rate_limit");
  });

  test("limits an address that changes the email each time", async () => {
    stopClock();
    const request = (i: number) =>
      t.request(
        "/auth/v1/token?grant_type=password",
        {
          method: "POST",
          headers: { apikey: t.backend.publishableKey, "content-type": "application/json" },
          body: JSON.stringify({ email: `p${i}@example.com`, password: "guess" }),
        },
        { clientAddress: "198.51.100.1" },
      );
    const answers = await Promise.all(Array.from({ length: 41 }, (_, i) => request(i)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("sign-ups, recoveries and contact messages are limited", async () => {
    stopClock();
    const statuses = async (send: (i: number) => Promise<{ error: unknown }>, count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, (_, i) => send(i)));
      return answers.filter(({ error }) => (error as { status?: number } | null)?.status === 429);
    };
    const client = t.visitor();
    const password = "secret-123";
    const signUp = (i: number) => client.auth.signUp({ email: `s${i}@example.com`, password });
    expect(await statuses(signUp, 11)).toHaveLength(1);
    expect(
      await statuses(() => client.auth.resetPasswordForEmail(people.admin.email), 5),
    ).toHaveLength(1);

    const row = {
      name: "Ann Lee",
      email: "ann@example.com",
      monthly_volume: "0-50",
      platforms: ["Etsy"],
    };
    const inserts = await Promise.all(
      Array.from({ length: 11 }, () => client.from("contact_submissions").insert(row)),
    );
    expect(inserts.filter(({ status }) => status === 201)).toHaveLength(10);
    const { error, status } = await client.from("contact_submissions").insert(row);
    expect(status).toBe(429);
    expect(error?.message).toMatch(/^You have sent several messages already\./);
  });
});
