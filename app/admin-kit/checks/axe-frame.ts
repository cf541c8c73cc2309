import type { AxeResults, NodeResult, RunOptions } from "axe-core";
import axeFile from "axe-core/axe.min.js?url";
import { type Finding, finding, quoted } from "#app/lib/checks/finding.ts";
import { placesOf } from "#app/lib/checks/read-facts.ts";

const OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  // The other checks find these, and say which field has the text.
  rules: {
    "document-title": { enabled: false },
    "image-alt": { enabled: false },
    "link-name": { enabled: false },
  },
  resultTypes: ["violations"],
  elementRef: true,
  iframes: false,
};

/** Findings of one rule on one page. */
const MAX_PER_RULE = 5;
const STYLES_MS = 5_000;
const COLOR = "site_settings/brand_color_primary";

type AxeWindow = Window &
  typeof globalThis & {
    axe?: { run: (page: Document, options: RunOptions) => Promise<AxeResults> };
  };

const event = (target: EventTarget, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    target.addEventListener("load", () => resolve(), { once: true });
    target.addEventListener("error", () => reject(new Error("A file couldn't be loaded.")), {
      once: true,
    });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** A hidden frame, as wide as a desktop, in which axe-core reads pages. Call `close` at the end. */
export async function openAxeFrame(signal: AbortSignal) {
  const frame = document.createElement("iframe");
  frame.title = "Page being checked";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  Object.assign(frame.style, {
    position: "fixed",
    left: "-2000px",
    top: "0",
    width: "1280px",
    height: "900px",
    border: "0",
    visibility: "hidden",
  });
  frame.src = "/admin/preview?checks";
  const loaded = event(frame, signal);
  document.body.append(frame);
  try {
    await loaded;
    const script = (frame.contentWindow as AxeWindow).document.createElement("script");
    script.src = axeFile;
    const ready = event(script, signal);
    frame.contentDocument?.head.append(script);
    await ready;
  } catch (cause) {
    frame.remove();
    throw cause;
  }
  const view = frame.contentWindow as AxeWindow;

  // Parsed in the frame: the admin's own policy blocks inline styles of pages.
  const parse = (html: string) => new view.DOMParser().parseFromString(html, "text/html");

  return {
    /** A page's document, in which nothing runs or loads. */
    parse,
    /** What axe-core finds in a page's HTML. */
    async check(html: string, path: string): Promise<Finding[]> {
      const next = parse(html);
      view.document.documentElement.replaceWith(view.document.adoptNode(next.documentElement));
      await stylesLoaded(view.document, signal);
      signal.throwIfAborted();
      const { violations } = (await view.axe?.run(view.document, OPTIONS)) ?? { violations: [] };
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.slice(0, MAX_PER_RULE).map((node) => findingOf(id, help, node, path)),
      );
    },
    close: () => frame.remove(),
  };
}

/** Resolves when every style sheet is there; colors can't be read before. */
async function stylesLoaded(page: Document, signal: AbortSignal) {
  const sheets = [...page.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  const late = AbortSignal.any([signal, AbortSignal.timeout(STYLES_MS)]);
  await Promise.all(sheets.filter(({ sheet }) => !sheet).map((link) => event(link, late)));
}

function findingOf(rule: string, help: string, node: NodeResult, path: string): Finding {
  const text = node.element?.textContent?.trim();
  const part = text ? quoted(text) : node.target.join(" ");
  const [place] = node.element ? placesOf(node.element) : [];
  if (rule !== "color-contrast")
    return finding("access", "access", `${part}: ${help}.`, path, place);
  const { contrastRatio, expectedContrastRatio } = node.any[0]?.data ?? {};
  return finding(
    "access",
    "contrast",
    `${part} has a contrast of ${contrastRatio}:1. It needs ${expectedContrastRatio}.`,
    path,
    COLOR,
  );
}
