import { expect, test } from "vitest";
import { factsOf } from "./facts.ts";

const server = (place: string, next: string | null) => ({ backups: { place, next } });
const READ = {
  logged: "cut" as const,
  hooks: [],
  inbound: { on: false },
  calendar: "",
  server: server("/srv/data/backups", null),
};

test("mentions only the log when nothing is set up", () => {
  expect(factsOf(READ)).toEqual({
    logged: "cut",
    hosted: false,
    webhooks: false,
    answers: false,
    calendar: false,
    backups: { scheduled: false, elsewhere: false },
  });
});

test("a webhook counts while it is active", () => {
  expect(factsOf({ ...READ, hooks: [{ active: false }] }).webhooks).toBe(false);
  expect(factsOf({ ...READ, hooks: [{ active: false }, { active: true }] }).webhooks).toBe(true);
});

test("answers count where they arrive", () => {
  expect(factsOf({ ...READ, inbound: { on: true } }).answers).toBe(true);
});

test("a calendar counts when the contact page can show it", () => {
  expect(factsOf({ ...READ, calendar: "not an address" }).calendar).toBe(false);
  expect(factsOf({ ...READ, calendar: "https://calendly.com/us/call" }).calendar).toBe(true);
});

test("backups count by their schedule and their place", () => {
  const { backups } = factsOf({
    ...READ,
    server: server("s3://dock/backups", "2026-11-24T11:00:00Z"),
  });
  expect(backups).toEqual({ scheduled: true, elsewhere: true });
});

test("names Supabase's database without our server", () => {
  expect(factsOf({ ...READ, server: null })).toMatchObject({ hosted: true });
});
