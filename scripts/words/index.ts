/** Prints a table of every text that people can read: `npm run words:list`. */
import { allSentences } from "./catalog.ts";

const cell = (text: string) => text.replaceAll("|", "\\|");

console.log("| where | text | shown |\n|---|---|---|");
for (const { file, line, text, shown } of allSentences())
  console.log(`| ${file}:${line} | ${cell(text)} | ${shown} |`);
