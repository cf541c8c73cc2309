import { createHash, randomBytes } from "node:crypto";
import { type Signing, signer } from "./tokens.ts";

const NAME = "ld_device";
const YEAR = 365 * 24 * 3600;
/** Accounts that one browser is remembered for. */
const MOST = 5;

/**
 * Device cookies (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"): a browser that has
 * signed in to an account before shows it, and is counted by itself, so that nobody elsewhere can use
 * up its attempts. Each entry is bound to one account and opens nothing.
 */
export function createDevices(signing: Signing, siteUrl: () => string) {
  const signature = signer(signing, "device cookie");
  const accountOf = (email: string) =>
    createHash("sha256").update(email).digest("base64url").slice(0, 16);

  const entries = (cookies: Readonly<Record<string, string>>) =>
    (cookies[NAME] ?? "").split("~", MOST).filter(Boolean);

  /** `account.nonce.signature` */
  function idOf(entry: string, account: string): string | undefined {
    const [whose = "", nonce = "", given = ""] = entry.split(".");
    const known = whose === account && signature.isOf(given, `${whose}.${nonce}`);
    return known ? `${whose}.${nonce}` : undefined;
  }

  return {
    /** What to count this browser by when it asks about an account; nothing when it is a stranger. */
    known(cookies: Readonly<Record<string, string>>, email: string): string | undefined {
      const account = accountOf(email);
      for (const entry of entries(cookies)) {
        const id = idOf(entry, account);
        if (id) return id;
      }
    },

    /** The Set-Cookie header that makes this browser known to the account. */
    remember(cookies: Readonly<Record<string, string>>, email: string): string {
      const account = accountOf(email);
      const others = entries(cookies).filter((entry) => !entry.startsWith(`${account}.`));
      const id = `${account}.${randomBytes(12).toString("base64url")}`;
      const value = [`${id}.${signature.of(id)}`, ...others].slice(0, MOST).join("~");
      const secure = siteUrl().startsWith("https:") ? "; Secure" : "";
      return `${NAME}=${value}; Path=/auth/v1; Max-Age=${YEAR}; HttpOnly; SameSite=Lax${secure}`;
    },
  };
}
