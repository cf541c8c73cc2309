import { asUuid, newUuid } from "#app/lib/data/new-uuid.ts";
import type { ContactValues } from "./schema.ts";

/**
 * A message's idempotency key. The same text from a form opened on the same day (UTC) gives the
 * same UUID (version 8), in the browser and on the server. So a repeat is stored once, also after
 * midnight: after a reload, a lost response, or a submit before and after the script loaded. Over
 * plain HTTP a browser has no digests, so the id is random.
 * @param openedAt when the form's page was rendered; the same for each repeat
 * @param nth how often this exact text has already arrived and is sent again on purpose
 */
export async function requestIdOf(values: ContactValues, openedAt: Date, nth = 0): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return newUuid();
  const day = openedAt.toISOString().slice(0, 10);
  const { name, email, business_name, monthly_volume, platforms, message } = values;
  const words = [day, name, email, business_name, monthly_volume, platforms, message];
  const text = JSON.stringify(nth === 0 ? words : [...words, nth]);
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(text));
  return asUuid(new Uint8Array(digest, 0, 16), 8);
}
