import { formatCompanyTime, knownZone } from "#contract/company-zone.ts";

interface Through {
  /** the set's name */
  name: string;
  /** when the link expires (an instant) */
  until: string;
  /** the company's time zone */
  zone: string;
  token: string;
  /** the page's path */
  path: string;
  sitePages: ReadonlySet<string>;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => ESCAPES[letter] as string);

/** Uses the site's design tokens, with fallbacks: a page's CSS has only the tokens it uses. */
const RIBBON_STYLE = `
.preview-ribbon { position: sticky; bottom: 0; z-index: 30; border-top: 0.25rem solid #f2a33a;
  padding: 0.625rem max(var(--gutter, 1rem), env(safe-area-inset-left)); padding-bottom: max(0.625rem, env(safe-area-inset-bottom));
  color: #fbfaf6; background: #17211c; font: 0.875rem/1.4 "Instrument Sans Variable", system-ui, sans-serif; }
.preview-ribbon div { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: 0.375rem 1.5rem; max-width: 84rem; margin-inline: auto; }
.preview-ribbon p { min-width: min(100%, 16rem); flex: 1; margin: 0; overflow-wrap: anywhere; text-wrap: pretty; }
.preview-ribbon strong { font-weight: 600; }
.preview-ribbon a { padding-block: 0.75rem; font-weight: 600; color: inherit; text-decoration: underline;
  text-underline-offset: 0.25em; white-space: nowrap; }
.preview-ribbon a:hover { text-decoration-thickness: 2px; }
.preview-ribbon a:focus-visible { outline: 2px solid #f2a33a; outline-offset: 2px; }
@media print { .preview-ribbon { display: none; } }
`;

const ribbonOf = ({ name, until, zone, path }: Through) => `<style>${RIBBON_STYLE}</style>
<aside class="preview-ribbon" aria-label="Preview"><div>
<p><strong>Preview of ${escaped(name)}.</strong> Visitors don't see this yet, and forms don't send. This link works until ${formatCompanyTime(until, knownZone(zone))}.</p>
<a href="${path}">Leave preview</a>
</div></aside>`;

const LINK = /<a\b[^>]*>/g;
const LEADS = / href="(\/[^"?#]*)([^"]*)"/;
const SUBMIT = /<button\b[^>]* type="submit"[^>]*>/g;

/**
 * A page as seen through a preview link. Links to other pages stay in the preview, forms can't be sent, hints
 * about where texts are stored are removed, and a ribbon explains the preview. @param html an inert page
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
    .replace(SUBMIT, (tag) => tag.replace(' type="submit"', ' type="button" disabled=""'))
    .replace(/ data-place="[^"]*"/g, "")
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
a, button { display: inline-block; margin-top: 2rem; padding: 0.75rem 1.25rem; font: inherit; font-weight: 600; color: var(--paper);
  background: var(--ink); border: 0; border-radius: 0.375rem; text-decoration: none; cursor: pointer; }
:is(a, button):hover { text-decoration: underline; text-underline-offset: 0.2em; }
:is(a, button):focus-visible { outline: 3px solid var(--mark); outline-offset: 3px; }
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

/** Explains why a link shows nothing. @param home the preview's first page, if there is one */
export function overPage(why: keyof typeof OVER = "unknown", home?: string): string {
  const [title, reason] = OVER[why];
  const more = home ? "" : " Ask the person who sent it for a new one.";
  const way = home ? "Back to the preview's first page" : "Go to the site";
  return smallPage(title, reason + more, `<a href="${home ?? "/"}">${way}</a>`);
}
