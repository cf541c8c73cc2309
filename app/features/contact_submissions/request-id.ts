import { asUuid, newUuid } from "#app/lib/data/new-uuid.ts";
import type { ContactValues } from "./schema.ts";

/**
 * The id of a message: the same words from a form opened on the same day (UTC) give the same UUID
 * (version 8), in the browser and on the server alike. So they are stored once, whatever way they
 * come twice, and also after midnight: after a reload, after an answer that was lost, or by a press
 * before the script was there and one after. Over plain http a browser has no digests, and the id is
 * a random one.
 * @param openedAt when the form's page was made, which each repeat says again
 * @param nth how often these very words have arrived already and are meant again
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
