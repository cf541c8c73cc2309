import type { Factor, User } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { isHalf } from "./half-session.ts";

const tokenWith = (claims: object) =>
  ["header", Buffer.from(JSON.stringify(claims)).toString("base64url"), "signature"].join(".");

const session = (claims: object, ...factors: Pick<Factor, "status">[]) => ({
  access_token: tokenWith(claims),
  user: { factors } as User,
});

const VERIFIED = { status: "verified" } as const;
const UNVERIFIED = { status: "unverified" } as const;

test("a session without a code is half if there is a second factor", () => {
  expect(isHalf(session({ aal: "aal1" }, UNVERIFIED, VERIFIED))).toBe(true);
  expect(isHalf(session({ aal: "aal2" }, VERIFIED))).toBe(false);
  expect(isHalf(session({ aal: "aal1", name: "Zoë Ağaç??>" }))).toBe(false);
  expect(isHalf(session({ aal: "aal1" }, UNVERIFIED))).toBe(false);
});

test("a token that can't be read proves nothing", () => {
  expect(isHalf({ ...session({}, VERIFIED), access_token: "odd" })).toBe(true);
  expect(isHalf({ ...session({}), access_token: "" })).toBe(false);
});
