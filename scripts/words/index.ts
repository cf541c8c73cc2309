/** Prints every text that a person can read, as a table: `npm run words:list`. */
import { allSentences } from "./catalog.ts";

const cell = (text: string) => text.replaceAll("|", "\\|");

console.log("| where | text | shown |\n|---|---|---|");
for (const { file, line, text, shown } of allSentences())
  console.log(`| ${file}:${line} | ${cell(text)} | ${shown} |`);
