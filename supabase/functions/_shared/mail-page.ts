import { escapeHtml } from "./text.ts";

export interface Brand {
  company: string;
  /** #rrggbb; any other value, or null, means the product's green */
  color: string | null;
}

const GREEN = "#1F6E4D";
const INK = "#1b221e";
const SOFT = "#55605a";
const PAPER = "#f4f6f4";
const FONT = "16px/1.55 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const SMALL = FONT.replace("16px", "14px");
/** Outlook for Windows ignores max-width; only a table can set an element's width. */
const WIDTH = 560;

/**
 * The layout works in Outlook for Windows, which renders emails with Word. It uses tables for boxes,
 * `bgcolor` for colors, the font on each cell, and cell padding instead of table margins.
 */
const BARE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const forOutlook = (html: string) => `<!--[if mso]>${html}<![endif]-->`;

/**
 * Dark mode, by class. Inline styles are for light mode, and for mail programs that ignore style
 * sheets.
 */
const DARK = `@media (prefers-color-scheme: dark) {
.desk { background-color: #121815 !important }
.card { background-color: #1e2621 !important }
.quote { background-color: #2a342e !important }
.ink, .ink a { color: #ecebe4 !important }
.soft, .soft a { color: #b3bdb6 !important }
}`;

/**
 * The HTML page of every email: the company's name and color, a heading, and the content.
 * @param title plain text; empty: no heading
 * @param body table rows with escaped values: the parts below
 */
export function mailPage(title: string, body: readonly string[], brand: Brand): string {
  const heading = escapeHtml(title);
  const color = colorOf(brand);
  return `<!doctype html>
<html lang="en" xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${heading}</title><style>${DARK}</style>
${forOutlook("<xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>")}</head>
<body class="desk" bgcolor="${PAPER}" style="margin:0;padding:0;background-color:${PAPER}">
<table ${BARE} class="desk" width="100%" bgcolor="${PAPER}"><tr><td align="center" style="padding:32px 12px">
${forOutlook(`<table ${BARE} width="${WIDTH}" align="center"><tr><td>`)}
<table ${BARE} class="card" width="${WIDTH}" bgcolor="#ffffff" style="width:100%;max-width:${WIDTH}px;table-layout:fixed;background-color:#ffffff">
<tr><td height="4" bgcolor="${color}" style="height:4px;font-size:0;line-height:0;background-color:${color}">&nbsp;</td></tr>
<tr><td height="28" style="height:28px;font-size:0;line-height:0">&nbsp;</td></tr>
${row(`<strong>${escapeHtml(brand.company)}</strong>`)}
${heading && row(`<h1 style="margin:0;font-size:22px;line-height:1.3">${heading}</h1>`, 16)}
${body.filter(Boolean).join("\n")}
<tr><td height="12" style="height:12px;font-size:0;line-height:0">&nbsp;</td></tr>
</table>
${forOutlook("</td></tr></table>")}
</td></tr></table>
</body>
</html>
`;
}

const TEXT = { name: "ink", color: INK, font: FONT };
const ASIDE = { name: "soft", color: SOFT, font: SMALL };

/** @param html escaped @param below pixels of space before the next part */
const row = (html: string, below = 24, { name, color, font } = TEXT) =>
  `<tr><td align="left" class="${name}" style="padding:0 28px ${below}px;color:${color};font:${font};overflow-wrap:anywhere;word-break:break-word">${html}</td></tr>`;

/** Keeps line breaks: Outlook ignores `white-space`. */
const lines = (text: string) => escapeHtml(text).replace(/\r\n?|\n/g, "<br>");

export const paragraph = (text: string) => row(escapeHtml(text));

/** A person's text, with its line breaks. */
export const letter = (text: string) => row(lines(text));

export const note = (text: string) => row(escapeHtml(text), 8, ASIDE);

/** A link that shows its full address, however long. */
export const address = (link: string) =>
  row(
    `<a href="${escapeHtml(link)}" style="color:${INK};font-size:13px;word-break:break-all">${escapeHtml(link)}</a>`,
  );

/** @param label plain text */
export function button(link: string, label: string, brand: Brand): string {
  const color = colorOf(brand);
  // Makes the label readable on any company color, in dark mode too.
  const ink = isLight(color) ? INK : "#ffffff";
  const words = `<span style="color:${ink} !important">${escapeHtml(label)}</span>`;
  return row(
    `<table ${BARE}><tr><td align="center" bgcolor="${color}" style="border-radius:6px;background-color:${color};mso-padding-alt:13px 22px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:13px 22px;color:${ink} !important;font:${FONT};font-weight:600;text-decoration:none">${words}</a></td></tr></table>`,
  );
}

/** Names and values, in rows. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): string {
  const cells = rows.map(
    ([name, value]) =>
      `<tr><th scope="row" align="left" valign="top" class="soft" style="padding:5px 16px 3px 0;color:${SOFT};font:${SMALL};font-weight:400;white-space:nowrap">${escapeHtml(name)}</th><td valign="top" class="ink" style="padding:3px 0;color:${INK};font:${FONT};overflow-wrap:anywhere;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return row(`<table cellpadding="0" cellspacing="0" border="0">${cells.join("")}</table>`);
}

/** Links to the site, one per row. @param rows plain labels, full addresses */
export function links(rows: readonly (readonly [label: string, link: string])[]): string {
  return rows
    .map(([label, link], place) =>
      row(
        `<a href="${escapeHtml(link)}" style="color:${INK}">${escapeHtml(label)}</a>`,
        place < rows.length - 1 ? 8 : 24,
      ),
    )
    .join("\n");
}

/** Quotes a person's text, with its line breaks. */
export const quote = (text: string) =>
  row(
    `<table ${BARE} width="100%" style="table-layout:fixed"><tr><td class="quote ink" bgcolor="#f2f5f3" style="padding:16px;background-color:#f2f5f3;color:${INK};font:${FONT};overflow-wrap:anywhere;word-break:break-word">${lines(text)}</td></tr></table>`,
  );

const colorOf = ({ color }: Brand) => (/^#[0-9a-f]{6}$/i.test(color ?? "") ? String(color) : GREEN);

/** Whether dark text is easier to read on a color than white (WCAG 2.2, "relative luminance"). */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2;
}
