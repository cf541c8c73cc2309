import { expect, type Locator, test } from "@playwright/test";
import { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import type { JourneyKey } from "#tests/facts/journeys.ts";

type Sentence = string | ((...values: (string | number)[]) => string);

/** The annotation type for a message that was asserted together with its fact. */
export const RECORD = "sentence";

/**
 * Expects a message of the catalog and the fact behind it, and records both
 * (tests/facts/journeys.ts).
 * @param said where the message appears
 * @param values the message's values
 */
export async function shows(
  said: Locator,
  key: JourneyKey,
  fact: () => Promise<void>,
  ...values: (string | number)[]
) {
  const [group, name] = key.split(".") as [keyof typeof EVERY_MESSAGE, string];
  const known = (EVERY_MESSAGE[group] as Record<string, Sentence>)[name];
  if (known === undefined) throw new Error(`There is no sentence ${key}.`);
  const sentence = typeof known === "string" ? known : known(...values);
  await expect(said).toContainText(sentence);
  await fact();
  test.info().annotations.push({ type: RECORD, description: key });
}
