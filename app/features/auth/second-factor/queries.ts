import type { AuthError, User } from "@supabase/supabase-js";
import { supabase } from "#app/lib/data/supabase.ts";
import { asBackendError, RefusedError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { mySecondFactor } from "../queries.ts";
import { SECOND_FACTOR_MESSAGES } from "./messages.ts";

/** The query key of a person's second factor. */
export const name = "second-factor";

export interface App {
  id: string;
  name: string;
  addedAt: string;
}

/** A new app, until its first code arrives. */
export interface NewApp {
  id: string;
  /** a data URL */
  qrCode: string;
  key: string;
  /** opens an authenticator app on this device: otpauth://... */
  uri: string;
}

/** How many codes of the current set are unused; undefined without a set. */
export type CodesLeft = { left: number; of: number } | undefined;

/** Throws the backend's error. */
async function given<Data>(call: Promise<{ data: Data; error: AuthError | null }>) {
  const { data, error } = await call;
  if (error) throw error;
  return data as NonNullable<Data>;
}

const mfa = () => supabase().auth.mfa;

/** The apps that ask for a code. */
export const appsIn = (factors: User["factors"] = []): App[] =>
  factors
    .filter(({ factor_type, status }) => factor_type === "totp" && status === "verified")
    .map(({ id, friendly_name, created_at }) => ({
      id,
      name: friendly_name || "Authenticator app",
      addedAt: created_at,
    }));

/** For a session that was stored without its apps. */
export const listApps = async (): Promise<App[]> => appsIn((await given(mfa().listFactors())).all);

export interface SecondFactor {
  apps: App[];
  codes: CodesLeft;
  required: boolean;
  /** the day from which the person's role needs one: "2026-12-01" */
  requiredFrom: string | null;
}

/** What the account page shows. */
export async function loadSecondFactor(): Promise<SecondFactor> {
  const [factors, { required, required_from }] = await Promise.all([
    given(mfa().listFactors()),
    mySecondFactor(),
  ]);
  const hasCodes = factors.recovery_code.length > 0;
  const status = hasCodes ? await given(mfa().recoveryCodes.getStatus()) : undefined;
  return {
    apps: appsIn(factors.all),
    codes: status && { left: status.remaining, of: status.total },
    required,
    requiredFrom: required_from,
  };
}

/** Same limit as on the server. */
const MAX_APP_NAME_LENGTH = 60;

/** Starts adding an app. Replaces one that was started before and never confirmed. */
export async function addApp(friendlyName: string): Promise<NewApp> {
  if (friendlyName.length > MAX_APP_NAME_LENGTH)
    throw new RefusedError(MESSAGES.nameTooLong(MAX_APP_NAME_LENGTH));
  const { all } = await given(mfa().listFactors());
  for (const { id, factor_type, status } of all)
    if (factor_type === "totp" && status === "unverified")
      await given(mfa().unenroll({ factorId: id }));
  const { id, totp } = await given(mfa().enroll({ factorType: "totp", friendlyName }));
  return { id, qrCode: totp.qr_code, key: totp.secret, uri: totp.uri };
}

/** Proves an app by its current code, and makes this session a full one. */
export const enterCode = async (factorId: string, code: string): Promise<void> => {
  await given(mfa().challengeAndVerify({ factorId, code }));
};

export const enterRecoveryCode = async (code: string): Promise<void> => {
  await given(mfa().recoveryCodes.verify({ code }));
};

/** Removes an app. The last one takes the recovery codes with it. */
export async function removeApp(factorId: string): Promise<void> {
  await given(mfa().unenroll({ factorId }));
  // The stored session still lists the app.
  await supabase().auth.refreshSession();
}

const OFF = /^mfa_recovery_codes_(enroll|verify)_not_enabled$/;

/** Hosted Supabase may have recovery codes turned off, or not know them yet. */
const isOff = (cause: unknown): boolean => {
  const { code, status } = asBackendError(cause);
  return OFF.test(code ?? "") || (status === 404 && !code?.startsWith("mfa_"));
};

/** Makes a new set of recovery codes, which replaces any earlier one. */
export async function makeCodes(): Promise<string[]> {
  const { recovery_code } = await given(mfa().listFactors());
  const { codes } = await given(
    recovery_code.length > 0 ? mfa().recoveryCodes.regenerate() : mfa().recoveryCodes.generate(),
  );
  return codes;
}

/** Makes a person's first recovery codes; undefined if they have some, "off" if the project has none. */
export async function firstCodes(): Promise<string[] | "off" | undefined> {
  const { recovery_code } = await given(mfa().listFactors());
  if (recovery_code.length > 0) return undefined;
  return makeCodes().catch((cause: unknown) => {
    if (isOff(cause)) return "off";
    throw cause;
  });
}

const words = SECOND_FACTOR_MESSAGES;

/** Supabase Auth's codes: https://supabase.com/docs/guides/auth/debugging/error-codes */
const REFUSALS = new Map<string | null | undefined, string>([
  ["mfa_factor_unreadable", words.unreadable],
  ["mfa_factor_name_conflict", words.nameTaken],
  ["mfa_factor_not_found", words.replaced],
]);

/** Why a step of the second factor failed. */
export function refusal(cause: unknown, by: "app" | "recovery code" = "app"): string {
  const { code } = asBackendError(cause);
  if (cause instanceof RefusedError) return cause.message;
  if (code === "mfa_verification_failed")
    return by === "app" ? words.wrongCode : words.wrongRecoveryCode;
  return isOff(cause) ? words.noCodes : (REFUSALS.get(code) ?? reason(cause));
}

/** The session has to be proved by a code first. */
export const needsCode = (cause: unknown): boolean =>
  asBackendError(cause).code === "insufficient_aal";
