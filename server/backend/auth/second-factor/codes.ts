import { createHash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import encodeQR from "qr";

/** Seconds for which a code is shown (RFC 6238's default, which every authenticator app uses). */
const PERIOD = 30;
/** Steps before and after the current one that are accepted: the phone's clock may be off. */
const DRIFT = 1;

const totpOf = (secret: string, issuer = "", label = "") =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: PERIOD });

/** A new secret for an authenticator app: 160 bits, as base32 */
export const newSecret = () => new Secret({ size: 20 }).base32;

/** What an authenticator app reads: the `otpauth:` address, and its QR code as SVG. */
export function forApp(secret: string, issuer: string, email: string) {
  const uri = totpOf(secret, issuer, email).toString();
  return { qr_code: drawn(encodeQR(uri, "raw", { ecc: "medium" })), secret, uri };
}

/** @param now milliseconds since 1970 @returns the time step that the code is for; undefined when it is wrong */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const totp = totpOf(secret);
  const drift = totp.validate({ token: code, timestamp: now, window: DRIFT });
  return drift === null ? undefined : totp.counter({ timestamp: now }) + drift;
}

/** Each row of dark squares as a few wide rectangles: a quarter of the bytes, and no hairlines. */
function drawn(rows: readonly (readonly boolean[])[]): string {
  const path = rows.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}"><path d="${path.join("")}"/></svg>`;
}

/** Without letters and digits that look alike. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH = 16;

/** How many recovery codes an account gets. */
export const RECOVERY_CODES = 10;

/** Codes of 79 bits each: nobody guesses one. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
  );

/** @param code as typed: with capitals, spaces and hyphens */
export const recoveryCodeHash = (factorId: string, code: string) =>
  createHash("sha256")
    .update(`${factorId} ${code.toLowerCase().replace(/[\s-]/g, "")}`)
    .digest("hex");
