import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allSentences } from "./catalog.ts";

/** Quotes in docs/product.md that are no text of a screen: what people type, or examples of data. */
const NOT_SHOWN = new Set<string>([]);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const letters = (text: string) => text.replace(/[^a-z]/gi, "").length;

/** A sentence of the code as a pattern: where it has a value, anything fits. */
const patternOf = (text: string) => new RegExp(`^${text.split("…").map(escaped).join(".*")}[.:]?$`);

/** Sentences of functions in the database, and texts of one word, which are not in the catalog. */
const rest = globSync("{app,server,contract,supabase}/**/*.{ts,tsx,sql}", {
  exclude: ["**/*.test.*", "supabase/schema/**"],
})
  .map((file) => readFileSync(file, "utf8"))
  .join("\n")
  .replace(/\s+/g, " ")
  .replaceAll("''", "'");

test("each text that docs/product.md quotes from a screen is on one", () => {
  const patterns = allSentences()
    .filter(({ text }) => text.includes("…") && letters(text) >= 8)
    .map(({ text }) => patternOf(text));
  const isShown = (quote: string) => {
    const bare = quote.replace(/[.,:]$/, "");
    return rest.includes(bare) || patterns.some((one) => one.test(quote));
  };
  const product = readFileSync("docs/product.md", "utf8").replace(/`[^`\n]*`/g, "`code`");
  const quotes = [...product.matchAll(/"([A-Z][^"]{3,}?)"/g)].map(([, quote = ""]) =>
    quote.replace(/\s+/g, " "),
  );
  expect(quotes.length).toBeGreaterThan(100);
  expect(quotes.filter((quote) => !NOT_SHOWN.has(quote) && !isShown(quote))).toEqual([]);
});
