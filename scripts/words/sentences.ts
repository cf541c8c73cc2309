/** The maximum number of words in a sentence in docs. */
const MOST_WORDS = 25;

/** Names from the code (with an underscore) don't count as words. */
const words = (text: string) =>
  text.split(/\s+/).filter((word) => /^[^_]*[a-z0-9][^_]*$/i.test(word)).length;

/** Paragraphs, list items and table cells, without code. Headings don't count as sentences. */
function blocksOf(markdown: string): string[] {
  const blocks = [""];
  for (const line of markdown.replace(/^```.*?^```/gms, "").split("\n")) {
    if (/^\s*(#|<!--|$)/.test(line)) blocks.push("");
    else if (/^\s*\|/.test(line)) blocks.push(...line.split("|"), "");
    else if (/^\s*([-*]|\d+\.) /.test(line)) blocks.push(line);
    else blocks.push(`${blocks.pop()} ${line.trim()}`);
  }
  return blocks;
}

/**
 * The sentences in a document that are too long. A colon or semicolon also ends a sentence. Parentheses,
 * quotes and code don't count.
 */
export const longSentences = (markdown: string): string[] =>
  blocksOf(markdown).flatMap((block) =>
    block
      .replace(/`[^`]*`|"[^"]*"|\([^()]*\)/g, "")
      .split(/[.!?:;]["')*]*(?=\s|$)/)
      .filter((sentence) => words(sentence) > MOST_WORDS)
      .map((sentence) => sentence.trim()),
  );
