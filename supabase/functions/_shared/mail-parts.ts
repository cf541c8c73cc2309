import { type Brand, button, facts, letter, links, mailPage, note, quote } from "./mail-page.ts";

/** The parts of a queued email, as stored in its row; paths are relative to this site. */
export type MailPart =
  | { text: string }
  | { note: string }
  | { quote: string }
  | { facts: [name: string, value: string][] }
  | { links: [label: string, path: string][] }
  | { button: [label: string, path: string] };

interface Written {
  html: string;
  text: string;
}

/**
 * An email as HTML and as plain text. Everything in the parts is plain text, and gets escaped.
 * @param siteUrl base of the paths; without it, links and buttons are omitted
 */
export function partsOfMail(
  body: readonly MailPart[],
  heading: string,
  brand: Brand,
  siteUrl?: string,
): Written {
  const written = body
    .map((part) => write(part, brand, siteUrl))
    .filter((part): part is Written => part !== undefined);
  const lines = [heading, ...written.map(({ text }) => text), brand.company].filter(Boolean);
  return {
    html: mailPage(
      heading,
      written.map(({ html }) => html),
      brand,
    ),
    text: `${lines.join("\n\n")}\n`,
  };
}

function write(part: MailPart, brand: Brand, siteUrl?: string): Written | undefined {
  if ("text" in part) return { html: letter(part.text), text: part.text };
  if ("note" in part) return { html: note(part.note), text: part.note };
  if ("quote" in part) return { html: quote(part.quote), text: quoted(part.quote) };
  if ("facts" in part)
    return {
      html: facts(part.facts),
      text: part.facts.map(([name, value]) => `${name}: ${value}`).join("\n"),
    };
  if (!siteUrl) return undefined;
  if ("button" in part) {
    const [label, path] = part.button;
    return { html: button(siteUrl + path, label, brand), text: `${label}:\n${siteUrl}${path}` };
  }
  const rows = part.links.map(([label, path]) => [label, siteUrl + path] as const);
  return { html: links(rows), text: rows.map((row) => row.join("\n")).join("\n\n") };
}

/** In the format of mail programs, so that they fold and color quotes. */
export const quoted = (text: string) =>
  text
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => (line ? `> ${line}` : ">"))
    .join("\n");
