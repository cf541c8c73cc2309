import { z } from "zod";
import { EMAIL } from "#contract/addresses.ts";
import type { OperationTable } from "#server/backend/gateway/request/operation.ts";

const text = (most: number) => z.string().max(most);

/** Same rule as private.is_email in supabase/migrations, for addresses of accounts and emails. */
const email = z.string().max(254).regex(EMAIL);
/** Only bounds the size. The handler checks the rest: bcrypt reads 72 bytes. */
const password = text(200);

/** Control, line-separator and bidirectional characters can make one name look like another. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const fullName = text(100).refine((name) => !MISLEADING.test(name));
const factorName = fullName.max(60);
const profile = z.strictObject({ full_name: fullName.optional() });

/** supabase-js sends this with every request that could require a captcha; there is none here. */
const gotrue_meta_security = z.strictObject({ captcha_token: text(4096).optional() }).optional();

/** supabase-js's PKCE flow, which isn't offered: supabase-js sends null. */
const noCodeChallenge = {
  code_challenge: z.null().optional(),
  code_challenge_method: z.null().optional(),
};

const nothing = z.strictObject({});
/** Accepted and ignored: emailed links lead to a page of this site (links.ts). */
const redirect = z.strictObject({ redirect_to: text(2048).optional() });

/**
 * Every request that /auth/v1 accepts, in the form that the stock supabase-js 2.119 sends.
 * Everything else is not found: no codes or links that sign in, no factors other than authenticator
 * apps and recovery codes, no change of address.
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
      current_password: password.optional(),
      data: profile.optional(),
      /** accepted only so that the handler can refuse it with a message */
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
  enroll: {
    methods: ["POST"],
    who: "account",
    path: "/factors",
    query: nothing,
    body: z.strictObject({
      factor_type: z.literal("totp"),
      friendly_name: factorName.optional(),
      issuer: text(100).optional(),
    }),
  },
  challenge: {
    methods: ["POST"],
    who: "account",
    path: "/factors/{id}/challenge",
    query: nothing,
    body: z.strictObject({ factorId: text(36).optional() }),
  },
  verifyFactor: {
    methods: ["POST"],
    who: "account",
    path: "/factors/{id}/verify",
    query: nothing,
    body: z.strictObject({ challenge_id: text(200), code: text(20) }),
  },
  unenroll: { methods: ["DELETE"], who: "account", path: "/factors/{id}", query: nothing },
  recoveryCodes: {
    methods: ["GET"],
    who: "account",
    path: "/factors/recovery-codes",
    query: nothing,
  },
  makeRecoveryCodes: {
    methods: ["POST"],
    who: "account",
    path: "/factors/recovery-codes",
    query: nothing,
    body: z.strictObject({ friendly_name: factorName.optional() }).optional(),
  },
  replaceRecoveryCodes: {
    methods: ["POST"],
    who: "account",
    path: "/factors/recovery-codes/regenerate",
    query: nothing,
  },
  verifyRecoveryCode: {
    methods: ["POST"],
    who: "account",
    path: "/factors/recovery-codes/verify",
    query: nothing,
    body: z.strictObject({ code: text(50) }),
  },
  removeRecoveryCodes: {
    methods: ["DELETE"],
    who: "account",
    path: "/factors/recovery-codes",
    query: nothing,
  },
  /** checked by web processes whose SUPABASE_URL points here */
  health: { methods: ["GET"], path: "/health", query: nothing },
} satisfies OperationTable;

export type AuthOperations = typeof authOperations;
