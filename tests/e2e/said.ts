import { type BrowserContext, test } from "@playwright/test";
import { resources } from "#app/features/resources-on-disk.ts";
import { messagesOf } from "#app/lib/data/declaration.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";

/** Every sentence of success and failure, those of the lists by their tables. */
export const SENTENCES = { ...MESSAGES, ...messagesOf(resources) };

/** How a journey's report names the sentences that stood on its screens. */
export const SAID = "said";

/** Stands for the reason, or the name, that a sentence carries. */
export const CAUSE = "§";

/** The parts of each sentence of the catalogue that do not change, by its key. */
export function partsOf(catalogue: object, prefix = ""): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === "object")
      for (const [key, own] of partsOf(value, `${prefix}${name}.`)) parts.set(key, own);
    else {
      const sentence: string = typeof value === "string" ? value : value(CAUSE);
      // Where a reason follows, or stands beside, a sentence loses its full stop.
      const words = sentence.split(CAUSE).map((part) => part.replace(/^\W+|\W+$/g, ""));
      parts.set(prefix + name, words.filter(Boolean));
    }
  }
  return parts;
}

/** In the page: tells which of `parts` come to stand in it, once each. */
function listen(parts: string[]) {
  const left = new Set(parts);
  const told = (text: string) => {
    for (const part of left)
      if (text.includes(part)) {
        left.delete(part);
        // Never answered when the page is on its way out.
        void (window as unknown as { said(part: string): Promise<void> }).said(part);
      }
  };
  new MutationObserver((changes) => {
    const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const { type, target } of changes)
      if (type === "characterData") told(target.textContent ?? "");
    // What came with its parent is read with it.
    for (const node of added)
      if (!node.parentNode || !added.has(node.parentNode)) told(node.textContent ?? "");
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

const catalogue = partsOf(SENTENCES);
const PARTS = [...new Set([...catalogue.values()].flat())];

/**
 * From now on, `heard` takes the parts of sentences that the pages of this browser show.
 * @returns ends it, for a browser that stays
 */
export async function hearSentences(context: BrowserContext, heard: Set<string>) {
  const said = await context.exposeBinding("said", (_, part: string) => void heard.add(part));
  const script = await context.addInitScript(listen, PARTS);
  return async () => {
    await script.dispose();
    await said.dispose();
  };
}

/** Notes which sentences of the catalogue a journey came by, whether or not it asks for them. */
export function noteSentences(heard: ReadonlySet<string>) {
  const keys = [...catalogue].filter(([, parts]) => parts.every((part) => heard.has(part)));
  const description = keys.map(([key]) => key).join(" ");
  if (description) test.info().annotations.push({ type: SAID, description });
}
