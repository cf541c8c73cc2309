import { formatCompanyTime, knownZone } from "#contract/time/company-zone.ts";
import { escaped } from "./escaped.ts";

export interface Typed {
  name: string;
  message: string;
}

/** How the form for comments looks: empty, after a comment was stored, or with what was refused and why. */
export type CommentForm =
  | { is: "new" }
  | { is: "sent" }
  | { is: "refused"; typed: Typed; sentence: string };

export interface Ribbon {
  /** the set's name */
  name: string;
  /** when the link expires (an instant) */
  until: string;
  /** the company's time zone */
  zone: string;
  /** the page's path on the site */
  path: string;
  /** the page's address in the preview, with its query */
  address: string;
  /** undefined: the link takes no comments */
  comments: CommentForm | undefined;
}

/** As in the database. */
const NAME_MAX = 80;
const MESSAGE_MAX = 2000;

/**
 * Uses the site's design tokens, with fallbacks: a page's CSS has only the tokens it uses. The open form
 * scrolls instead of covering the page, and fields have 16 px, below which iOS zooms in.
 */
const RIBBON_STYLE = `
.preview-ribbon { position: sticky; bottom: 0; z-index: 30; border-top: 0.25rem solid #f2a33a;
  padding: 0.625rem max(var(--gutter, 1rem), env(safe-area-inset-left)); padding-bottom: max(0.625rem, env(safe-area-inset-bottom));
  color: #fbfaf6; background: #17211c; font: 0.875rem/1.4 "Instrument Sans Variable", system-ui, sans-serif; }
.preview-ribbon > div { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  gap: 0.375rem 1.5rem; max-width: 84rem; margin-inline: auto; }
.preview-ribbon p { min-width: min(100%, 16rem); flex: 1; margin: 0; overflow-wrap: anywhere; text-wrap: pretty; }
.preview-ribbon strong { font-weight: 600; }
.preview-ribbon a { padding-block: 0.75rem; font-weight: 600; color: inherit; text-decoration: underline;
  text-underline-offset: 0.25em; white-space: nowrap; }
.preview-ribbon a:hover { text-decoration-thickness: 2px; }
.preview-ribbon a:focus-visible { outline: 2px solid #f2a33a; outline-offset: 2px; }
@media print { .preview-ribbon { display: none; } }
`;

const FORM_STYLE = `
.preview-ribbon { max-height: 60svh; overflow-y: auto; overscroll-behavior: contain; }
.preview-ribbon > div > .said { order: 1; }
.preview-ribbon .said { padding-left: 0.75rem; border-left: 0.25rem solid #f2a33a; font-weight: 600; }
.preview-ribbon .said:focus { outline: none; }
.preview-ribbon details { order: 1; }
.preview-ribbon details[open] { flex: 1 0 100%; }
.preview-ribbon summary { width: fit-content; padding: 0.6875rem 1rem; font-weight: 600; border: 1px solid; border-radius: 0.375rem; cursor: pointer; }
.preview-ribbon summary:hover { background: #2b3831; }
.preview-ribbon [open] > summary { padding: 0.75rem 0; background: none; border: 0; }
.preview-ribbon [open] > summary:hover { text-decoration: underline; text-underline-offset: 0.25em; }
.preview-ribbon :is(summary, input, textarea, button):focus-visible { outline: 2px solid #f2a33a; outline-offset: 2px; }
.preview-ribbon form { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.5rem 1rem; align-items: end; padding-bottom: 0.375rem; }
.preview-ribbon form > * { grid-column: 1 / -1; }
.preview-ribbon label { display: block; margin-bottom: 0.25rem; font-weight: 600; }
.preview-ribbon :is(input, textarea) { box-sizing: border-box; width: 100%; padding: 0.5rem 0.75rem; font: 1rem/1.4 "Instrument Sans Variable", system-ui, sans-serif;
  color: #17211c; background: #fbfaf6; border: 1px solid #fbfaf6; border-radius: 0.375rem; }
.preview-ribbon input { min-height: 2.75rem; }
.preview-ribbon textarea { display: block; resize: vertical; }
.preview-ribbon .hint { color: #c9cfc9; }
.preview-ribbon form > .hint { grid-column: 1; min-width: 0; align-self: center; }
.preview-ribbon button { grid-column: 2; min-height: 2.75rem; padding: 0.5rem 1.25rem; font: inherit; font-weight: 600; color: #17211c;
  background: #f2a33a; border: 1px solid transparent; border-radius: 0.375rem; cursor: pointer; white-space: nowrap; }
.preview-ribbon button:hover { background: #f7b95f; }
@media (width < 48rem) { .preview-ribbon > div:has([open]) > :is(p:not(.said), a) { display: none; } }
@media (width >= 48rem) {
  .preview-ribbon form { grid-template-columns: 16rem minmax(0, 1fr) auto; }
  .preview-ribbon form > .name { grid-column: 1; align-self: start; }
  .preview-ribbon form > .message { grid-column: 2 / -1; }
  .preview-ribbon form > .hint { grid-column: 2; }
  .preview-ribbon button { grid-column: 3; }
}
`;

/** The strip at the foot of a previewed page. @returns HTML */
export function ribbonOf({ name, until, zone, path, address, comments }: Ribbon): string {
  const style = comments ? RIBBON_STYLE + FORM_STYLE : RIBBON_STYLE;
  return `<style>${style}</style>
<aside class="preview-ribbon" aria-label="Preview"><div>
<p><strong>Preview of ${escaped(name)}.</strong> Visitors can't see this yet. The page's forms don't send anything. This link works until ${formatCompanyTime(until, knownZone(zone))}.</p>
<a href="${path}">Leave preview</a>${comments ? commentsIn(comments, address) : ""}
</div></aside>`;
}

/** Needs no script: <details> opens the form, and focus starts at what happened. */
function commentsIn(comments: CommentForm, address: string): string {
  const { name, message } = comments.is === "refused" ? comments.typed : { name: "", message: "" };
  const said = (role: string, sentence: string) =>
    `\n<p class="said" role="${role}" tabindex="-1" autofocus>${escaped(sentence)}</p>`;
  const sent =
    comments.is === "sent" ? said("status", "Comment sent. The team sees it with your name.") : "";
  const refused = comments.is === "refused" ? said("alert", `Not sent: ${comments.sentence}`) : "";
  // A parser drops the line break after <textarea>.
  return `${sent}
<details${refused && " open"}><summary>Comment on this page</summary>
<form method="post" action="${escaped(address)}">${refused}
<div class="name"><label for="preview-name">Your name</label>
<input id="preview-name" name="name" autocomplete="name" required maxlength="${NAME_MAX}" value="${escaped(name)}"></div>
<div class="message"><label for="preview-message">Comment</label>
<textarea id="preview-message" name="message" rows="3" required maxlength="${MESSAGE_MAX}">
${escaped(message)}</textarea></div>
<p class="hint">Only the team sees comments.</p>
<button type="submit">Send comment</button>
</form></details>`;
}
