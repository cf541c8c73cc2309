import { expect, type Locator, test } from "@playwright/test";
import { MESSAGES } from "#app/lib/errors.ts";
import type { JourneyKey } from "#tests/facts/journeys.ts";

/** How a journey's report names a sentence that was asserted together with its fact. */
export const RECORD = "sentence";

/**
 * Expects a sentence of the catalogue and what makes it true, and records that both were so
 * (tests/facts/journeys.ts).
 * @param said where it stands
 */
export async function shows(said: Locator, key: JourneyKey, fact: () => Promise<void>) {
  const [group, name] = key.split(".") as [keyof typeof MESSAGES, string];
  const sentence: unknown = (MESSAGES[group] as Record<string, unknown>)[name];
  if (typeof sentence !== "string") throw new Error(`${key} is no plain sentence.`);
  await expect(said).toContainText(sentence);
  await fact();
  test.info().annotations.push({ type: RECORD, description: key });
}
