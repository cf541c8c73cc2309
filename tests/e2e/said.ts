import { type BrowserContext, test } from "@playwright/test";
import { resources } from "#app/features/resources-on-disk.ts";
import { messagesOf } from "#app/lib/data/declaration.ts";
import { EVERY_MESSAGE } from "#tests/facts/every-message.ts";

/** Every success and error message; lists' messages are keyed by table. */
export const SENTENCES = { ...EVERY_MESSAGE, ...messagesOf(resources) };

/** The annotation type for messages that appeared on a journey's screens. */
export const SAID = "said";

/** A placeholder for the cause or the name in a message. */
export const CAUSE = "§";

/** The fixed parts of each message in the catalog, by its key. */
export function partsOf(catalogue: object, prefix = ""): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const [name, value] of Object.entries(catalogue)) {
    if (typeof value === "object")
      for (const [key, own] of partsOf(value, `${prefix}${name}.`)) parts.set(key, own);
    else {
      // No message takes more than two details.
      const sentence: string = typeof value === "string" ? value : value(CAUSE, CAUSE);
      // Before or next to a cause, a message loses its period.
      const words = sentence.split(CAUSE).map((part) => part.replace(/^\W+|\W+$/g, ""));
      parts.set(prefix + name, words.filter(Boolean));
    }
  }
  return parts;
}

/** In the page: reports each of `parts` once, when it appears. */
function listen(parts: string[]) {
  const left = new Set(parts);
  const reportParts = (text: string) => {
    for (const part of left)
      if (text.includes(part)) {
        left.delete(part);
        // The call never resolves when the page is being closed.
        void (window as unknown as { said(part: string): Promise<void> }).said(part);
      }
  };
  new MutationObserver((changes) => {
    const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const { type, target } of changes)
      if (type === "characterData") reportParts(target.textContent ?? "");
    // A node added with its parent is read with the parent.
    for (const node of added)
      if (!node.parentNode || !added.has(node.parentNode)) reportParts(node.textContent ?? "");
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

const catalogue = partsOf(SENTENCES);
const PARTS = [...new Set([...catalogue.values()].flat())];

/**
 * Adds the message parts that this browser's pages show to `shown` from now on.
 * @returns a function that stops it, for a browser that is reused
 */
export async function hearSentences(context: BrowserContext, shown: Set<string>) {
  const said = await context.exposeBinding("said", (_, part: string) => void shown.add(part));
  const script = await context.addInitScript(listen, PARTS);
  return async () => {
    await script.dispose();
    await said.dispose();
  };
}

/** Records which catalog messages a journey showed, whether or not it asserts them. */
export function noteSentences(shown: ReadonlySet<string>) {
  const keys = [...catalogue].filter(([, parts]) => parts.every((part) => shown.has(part)));
  const description = keys.map(([key]) => key).join(" ");
  if (description) test.info().annotations.push({ type: SAID, description });
}
