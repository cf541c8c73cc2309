import { createHash } from "node:crypto";
import type { ContactValues } from "../schema.ts";

/**
 * The id of a message that was posted without script: the same words on the same day give the same
 * UUID (version 8), so that a page that is reloaded after posting stores nothing twice.
 */
export function requestIdOf(values: ContactValues, at: Date): string {
  const day = at.toISOString().slice(0, 10);
  const { name, email, business_name, monthly_volume, platforms, message } = values;
  const words = [day, name, email, business_name, monthly_volume, platforms, message];
  const bytes = createHash("sha256").update(JSON.stringify(words)).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
