import { z } from "zod";
import { EMAIL } from "#contract/addresses.ts";
import type { OperationTable } from "#server/backend/gateway/request/operation.ts";

/** Half a character of a pair, and NUL, can't be stored. */
const storable = (text: string) => text.isWellFormed() && !text.includes("\0");
const text = (most: number) => z.string().max(most).refine(storable);

/** As private.is_email in supabase/migrations, for addresses that get an account or a mail. */
const email = z.string().max(254).regex(EMAIL);
/** Bounded, and judged by the handler: bcrypt reads 72 bytes. */
const password = text(200);

/** Control characters, and those that turn a line of text around, make one name look like another. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const fullName = text(100).refine((name) => !MISLEADING.test(name));
const profile = z.strictObject({ full_name: fullName.optional() });

/** supabase-js sends it with everything that a captcha could stand before; there is none here. */
const gotrue_meta_security = z.strictObject({ captcha_token: text(4096).optional() }).optional();

/** supabase-js's other flow, which is not offered: it says null. */
const noCodeChallenge = {
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
};

const nothing = z.strictObject({});
/** Read and forgotten: mailed links lead to a page of this site (links.ts). */
const redirect = z.strictObject({ redirect_to: text(2048).optional() });

/**
 * All that a client may ask of /auth/v1, as the stock supabase-js 2.119 says it. What is not in this
 * table is not there: no codes or links that sign in, no other factors, no change of address.
 */
export const authOperations = {
  signUp: {
    methods: ["POST"],
    path: "/signup",
    query: redirect,
    body: z.strictObject({
      email,
      password,
      data: profile.optional(),
      gotrue_meta_security,
      ...noCodeChallenge,
    }),
  },
  signIn: {
    methods: ["POST"],
    path: "/token",
    query: z.strictObject({ grant_type: z.literal("password") }),
    body: z.strictObject({ email: text(254), password, gotrue_meta_security }),
  },
  refresh: {
    methods: ["POST"],
    path: "/token",
    query: z.strictObject({ grant_type: z.literal("refresh_token") }),
    body: z.strictObject({ refresh_token: text(256) }),
  },
  getUser: { methods: ["GET"], who: "account", path: "/user", query: nothing },
  updateUser: {
    methods: ["PUT"],
    who: "account",
    path: "/user",
    query: nothing,
    body: z.strictObject({
      password: password.optional(),
      data: profile.optional(),
      /** understood only to be refused in words */
      email: text(254).optional(),
      ...noCodeChallenge,
    }),
  },
  signOut: {
    methods: ["POST"],
    who: "account",
    path: "/logout",
    query: z.strictObject({ scope: z.enum(["global", "local", "others"]).optional() }),
  },
  verify: {
    methods: ["POST"],
    path: "/verify",
    query: redirect,
    body: z.strictObject({
      token_hash: text(128),
      type: z.enum(["signup", "recovery", "invite"]),
      gotrue_meta_security,
    }),
  },
  recover: {
    methods: ["POST"],
    path: "/recover",
    query: redirect,
    body: z.strictObject({ email, gotrue_meta_security, ...noCodeChallenge }),
  },
  resend: {
    methods: ["POST"],
    path: "/resend",
    query: redirect,
    body: z.strictObject({
      email,
      type: z.literal("signup"),
      gotrue_meta_security,
      ...noCodeChallenge,
    }),
  },
  /** asked by web processes whose SUPABASE_URL points here */
  health: { methods: ["GET"], path: "/health", query: nothing },
} satisfies OperationTable;

export type AuthOperations = typeof authOperations;
