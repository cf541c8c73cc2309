import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MESSAGES } from "#app/lib/errors.ts";

const JOURNEYS = join(import.meta.dirname, "e2e");
const journeys = readdirSync(JOURNEYS)
  .map((file) => readFileSync(join(JOURNEYS, file), "utf8"))
  .join("\n");

/** Stands for the reason, or the name, that a message carries. */
const CAUSE = "§";

/** Every sentence of the catalogue, in the parts that do not change. */
function sentences(messages: object): string[][] {
  return Object.values(messages).flatMap((message) => {
    if (typeof message === "string") return [[message]];
    if (typeof message === "object") return sentences(message);
    const parts: string[] = message(CAUSE).split(CAUSE);
    return [parts.map((part) => part.replace(/^\W+|\W+$/g, "")).filter(Boolean)];
  });
}

test.each(sentences(MESSAGES))("a journey in a browser sees '%s'", (...parts) => {
  expect(parts.filter((part) => !journeys.includes(part))).toEqual([]);
});
