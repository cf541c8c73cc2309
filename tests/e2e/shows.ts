import { expect, type Locator, test } from "@playwright/test";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import type { JourneyKey } from "#tests/facts/journeys.ts";

type Sentence = string | ((...values: (string | number)[]) => string);

/** How a journey's report names a sentence that was asserted together with its fact. */
export const RECORD = "sentence";

/**
 * Expects a sentence of the catalogue and what makes it true, and records that both were so
 * (tests/facts/journeys.ts).
 * @param said where it stands
 * @param values what the sentence carries
 */
export async function shows(
  said: Locator,
  key: JourneyKey,
  fact: () => Promise<void>,
  ...values: (string | number)[]
) {
  const [group, name] = key.split(".") as [keyof typeof MESSAGES, string];
  const known = (MESSAGES[group] as Record<string, Sentence>)[name];
  if (known === undefined) throw new Error(`There is no sentence ${key}.`);
  const sentence = typeof known === "string" ? known : known(...values);
  await expect(said).toContainText(sentence);
  await fact();
  test.info().annotations.push({ type: RECORD, description: key });
}
