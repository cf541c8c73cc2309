import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allSentences } from "./catalog.ts";

/** Texts built from parts, or typed by people: their own tests check them. */
const NOT_WHOLE = new Set([
  "Reply due today 2:30 PM",
  "Reply due Mon 9:00 AM",
  "Reply overdue since yesterday",
  "Ana Ruiz replied 2 hours ago.",
  "Dana Ortiz is editing this",
  "Dana Ortiz is here too",
  "Dana Ortiz is replying",
  "Dana Ortiz and 1 other are editing this",
  "Delete 5 FAQs?",
  "Fernandez",
  "Opening hours",
]);

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const letters = (text: string) => text.replace(/[^a-z]/gi, "").length;

/** A sentence in the code as a pattern: anything matches where it has a value. */
const patternOf = (text: string) => new RegExp(`^${text.split("…").map(escaped).join(".*")}[.:]?$`);

/** Source code, for database functions' sentences and one-word texts that the catalog omits. */
const rest = globSync("{app,server,contract,supabase}/**/*.{ts,tsx,sql}", {
  exclude: ["**/*.test.*", "supabase/schema/**"],
})
  .map((file) => readFileSync(file, "utf8"))
  .join("\n")
  .replace(/\s+/g, " ")
  .replaceAll("''", "'");

test("docs/product.md quotes only texts that exist", () => {
  const patterns = allSentences()
    .filter(({ text }) => text.includes("…") && letters(text) >= 8)
    .map(({ text }) => patternOf(text));
  const isShown = (quote: string) => {
    const bare = quote.replace(/[.,:]$/, "");
    return (
      bare.split("…").every((part) => rest.includes(part.trim())) ||
      patterns.some((one) => one.test(quote))
    );
  };
  const product = readFileSync("docs/product.md", "utf8").replace(/`[^`\n]*`/g, "`code`");
  const quotes = [...product.matchAll(/"([A-Z][^"]{3,}?)"/g)].map(([, quote = ""]) =>
    quote.replace(/\s+/g, " "),
  );
  expect(quotes.length).toBeGreaterThan(100);
  expect(quotes.filter((quote) => !NOT_WHOLE.has(quote) && !isShown(quote))).toEqual([]);
});
