import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** A factor's row: its secret can't be copied to another. */
interface Owner {
  factorId: string;
  userId: string;
}

const aboutOf = ({ factorId, userId }: Owner) => Buffer.from(`${factorId} ${userId}`);
const keyOf = (key: string) => Buffer.from(hkdfSync("sha256", key, "", "loading-dock factors", 32));

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts an authenticator app's secret, so that the database alone doesn't give it away. */
export function seal(key: string, secret: string, owner: Owner): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(key), iv).setAAD(aboutOf(owner));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @returns the secret; undefined when it was sealed with another key or for another row */
export function unseal(key: string, sealed: string, owner: Owner): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  try {
    const cipher = createDecipheriv("aes-256-gcm", keyOf(key), iv).setAAD(aboutOf(owner));
    const opened = cipher.setAuthTag(tag).update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([opened, cipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
