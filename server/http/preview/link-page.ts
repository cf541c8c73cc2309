import { escaped } from "./escaped.ts";
import { type Ribbon, ribbonOf, type Typed } from "./ribbon.ts";

interface Through extends Ribbon {
  token: string;
  sitePages: ReadonlySet<string>;
}

const LINK = /<a\b[^>]*>/g;
const LEADS = / href="(\/[^"?#]*)([^"]*)"/;
const FORM = /<form\b/g;
const TITLE = /(<title\b[^>]*>)/;
const SUBMIT = /<button\b[^>]* type="submit"[^>]*>/g;

/** What a screen reader says first about the page. */
const OUTCOME = { new: "", sent: "Comment sent: ", refused: "Comment not sent: " } as const;

/**
 * A page as seen through a preview link. Links to other pages stay in the preview, forms can't be sent, hints
 * about where texts are stored are removed, and a ribbon explains the preview. Only the ribbon's own form
 * sends: `method="dialog"` does nothing outside of a dialog, whatever the page's policy allows.
 * @param html an inert page
 */
export function throughLink(html: string, through: Through): string {
  const { token, sitePages } = through;
  const base = `/preview/${token}`;
  const led = (tag: string) =>
    tag.replace(LEADS, (whole, path: string, rest: string) =>
      sitePages.has(path) ? ` href="${base}${path === "/" ? "" : path}${rest}"` : whole,
    );
  return html
    .replace(LINK, led)
    .replace(FORM, '<form method="dialog"')
    .replace(SUBMIT, (tag) => tag.replace(' type="submit"', ' type="button" disabled=""'))
    .replace(/ data-place="[^"]*"/g, "")
    .replace(TITLE, `$1${OUTCOME[through.comments?.is ?? "new"]}`)
    .replace(/<\/head>/, '<meta name="robots" content="noindex"/></head>')
    .replace(/<\/body>/, () => `${ribbonOf(through)}</body>`);
}

const OVER = {
  expired: ["This preview has ended", "Its link expired after seven days."],
  revoked: ["This preview was closed", "The person who sent you the link revoked it."],
  closed: ["This preview is no longer available", "Its changes were published or discarded."],
  elsewhere: [
    "This page is not part of the preview",
    "The preview only includes the website's pages.",
  ],
  off: ["Comments are off", "This link doesn't allow comments."],
  unknown: ["Preview not found", "Part of the link may be missing."],
} as const;

const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #17211c; --soft: #47524b; --paper: #fbfaf6; --line: #17211c; --mark: #f2a33a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f3f1e9; --soft: #b9c1bb; --paper: #121815; --line: #f2a33a; }
}
body { margin: 0; min-height: 100svh; display: grid; align-items: center; color: var(--ink); background: var(--paper);
  font: 1.0625rem/1.5 system-ui, sans-serif; }
main { width: min(100% - 2.5rem, 34rem); margin-inline: auto; padding-block: 3rem; }
main::before { content: ""; display: block; width: 8rem; height: 0.75rem; margin-bottom: 2rem;
  background: repeating-linear-gradient(-45deg, var(--line) 0 0.5rem, transparent 0.5rem 1rem); }
h1 { margin: 0; font-size: clamp(1.75rem, 1.4rem + 1.8vw, 2.5rem); line-height: 1.1; letter-spacing: -0.02em; text-wrap: balance; }
p { margin: 1rem 0 0; color: var(--soft); text-wrap: pretty; }
label { display: block; margin-top: 1.5rem; font-weight: 600; }
textarea { box-sizing: border-box; width: 100%; margin-top: 0.5rem; padding: 0.75rem; font: inherit; color: inherit;
  background: transparent; border: 1px solid var(--soft); border-radius: 0.375rem; resize: vertical; }
a, button { display: inline-block; margin-top: 2rem; padding: 0.75rem 1.25rem; font: inherit; font-weight: 600; color: var(--paper);
  background: var(--ink); border: 0; border-radius: 0.375rem; text-decoration: none; cursor: pointer; }
:is(a, button):hover { text-decoration: underline; text-underline-offset: 0.2em; }
:is(a, button, textarea):focus-visible { outline: 3px solid var(--mark); outline-offset: 3px; }
`;

/** A page without the site's layout: a heading, a sentence, and a link. @param way HTML */
export const smallPage = (title: string, sentence: string, way: string) => `<!doctype html>
<html lang="en-US">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${PAGE_STYLE}</style></head>
<body><main><h1>${title}</h1><p>${sentence}</p>
${way}</main></body>
</html>
`;

interface Over {
  /** the preview's first page, if there is one */
  home?: string;
  /** a comment that could not be sent */
  unsent?: Typed | undefined;
}

/** Explains why a link shows nothing, or takes no comment. */
export function overPage(why: keyof typeof OVER = "unknown", { home, unsent }: Over = {}): string {
  const [title, reason] = OVER[why];
  const more = home ? "" : " Ask the person who sent it for a new one.";
  const way = home ? "Back to the preview's first page" : "Go to the site";
  return smallPage(title, reason + more, `${copyable(unsent)}<a href="${home ?? "/"}">${way}</a>`);
}

/** When even the page can't be shown. @param address where the comment was written */
export const unsentPage = (address: string, unsent: Typed): string =>
  smallPage(
    "Your comment wasn't sent",
    "The preview can't be shown right now. Try again in a moment.",
    `${copyable(unsent)}<a href="${escaped(address)}">Back to the preview</a>`,
  );

const copyable = (unsent: Typed | undefined) =>
  unsent?.message
    ? `<label for="unsent">Your comment wasn't sent. Copy it to keep it:</label>
<textarea id="unsent" readonly rows="6">
${escaped(unsent.message)}</textarea>
`
    : "";
