import { escapeHtml } from "./text.ts";

export interface Brand {
  company: string;
  /** #rrggbb; anything else, and nothing, is the product's own green */
  colour: string | null;
}

const GREEN = "#1F6E4D";
const INK = "#1b221e";
const SOFT = "#55605a";

/**
 * By classes what a dark mail program shows: the styles at the elements are the light ones, which those
 * programs see that know no style sheet.
 */
const DARK = `@media (prefers-color-scheme: dark) {
.desk { background: #121815 !important }
.desk, .desk a { color: #ecebe4 !important }
.card { background: #1e2621 !important }
.soft { color: #b3bdb6 !important }
.quote { background: #2a342e !important }
}`;

/**
 * The page that every mail of the site is: the company's name and color, a heading, and what it says.
 * @param title plain text; empty: no heading @param body HTML whose values are escaped: made of the parts below
 */
export function mailPage(title: string, body: readonly string[], brand: Brand): string {
  const heading = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${heading}</title><style>${DARK}</style></head>
<body class="desk" style="margin:0;padding:32px 16px;background:#f4f6f4;color:${INK};font:16px/1.55 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" class="card" style="max-width:520px;margin:0 auto;background:#ffffff;border-top:4px solid ${colourOf(brand)};border-radius:8px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:700">${escapeHtml(brand.company)}</p>
${heading && `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;overflow-wrap:anywhere">${heading}</h1>`}
${body.filter(Boolean).join("\n")}
</td></tr></table>
</body>
</html>
`;
}

export const paragraph = (text: string) => `<p style="margin:0 0 24px">${escapeHtml(text)}</p>`;

/** What somebody wrote, with its lines. */
export const letter = (text: string) =>
  `<p style="margin:0 0 24px;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;

export const note = (text: string) =>
  `<p class="soft" style="margin:0 0 8px;font-size:14px;color:${SOFT}">${escapeHtml(text)}</p>`;

/** An address to read and to press, however long. */
export const address = (link: string) =>
  `<p style="margin:0 0 24px;font-size:13px;word-break:break-all"><a href="${escapeHtml(link)}" style="color:${INK}">${escapeHtml(link)}</a></p>`;

/** @param label plain text */
export function button(link: string, label: string, brand: Brand): string {
  const colour = colourOf(brand);
  // Whatever color the company has, the words on it can be read; a dark program leaves them as they are.
  const ink = isLight(colour) ? INK : "#ffffff";
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:13px 22px;border-radius:6px;background:${colour};color:${ink} !important;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

/** Names and values, one under the other. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): string {
  const cells = rows.map(
    ([name, value]) =>
      `<tr><th scope="row" align="left" valign="top" class="soft" style="padding:5px 16px 3px 0;color:${SOFT};font-size:14px;font-weight:400;white-space:nowrap">${escapeHtml(name)}</th><td style="padding:3px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" style="margin:0 0 24px">${cells.join("")}</table>`;
}

/** Ways into the site, one under the other. @param rows plain labels, whole addresses */
export function links(rows: readonly (readonly [label: string, link: string])[]): string {
  const items = rows.map(
    ([label, link]) =>
      `<p style="margin:0 0 8px;overflow-wrap:anywhere"><a href="${escapeHtml(link)}" style="color:${INK}">${escapeHtml(label)}</a></p>`,
  );
  return `<div style="margin:0 0 24px">${items.join("")}</div>`;
}

/** Someone's own words, line by line. */
export const quote = (text: string) =>
  `<p class="quote" style="margin:0 0 24px;padding:16px;background:#f2f5f3;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;

const colourOf = ({ colour }: Brand) =>
  /^#[0-9a-f]{6}$/i.test(colour ?? "") ? String(colour) : GREEN;

/** Whether dark words are read better on a color than white ones (WCAG 2.2, "relative luminance"). */
function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2;
}
