import type { PageFacts } from "./facts.ts";

interface Source {
  /** "/pricing" */
  path: string;
  /** the page's absolute address, against which its links are resolved */
  address: string;
  /** the document whose head counts: the one that visitors get */
  head: Document;
  /** the document whose body counts: with the addresses of its fields (content/places.ts) */
  body: Document;
  /** the response's X-Robots-Tag */
  robotsHeader?: string | undefined;
}

/** What a page's documents say. Weight and bytes are measured elsewhere. */
export function readFacts({ path, address, head, body, robotsHeader }: Source): PageFacts {
  const meta = (name: string) =>
    head
      .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
      ?.getAttribute("content")
      ?.trim() ?? "";
  const all = <Kind extends Element>(selector: string) => [
    ...body.body.querySelectorAll<Kind>(selector),
  ];
  const resolved = (href: string) => URL.parse(href, address)?.href ?? href;
  return {
    path,
    title: head.title.trim(),
    description: meta("description"),
    canonical: head.querySelector("link[rel=canonical]")?.getAttribute("href") ?? "",
    isHidden: /\b(noindex|none)\b/i.test(`${meta("robots")} ${robotsHeader ?? ""}`),
    shareImage: meta("og:image"),
    data: [...head.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => textContent ?? "",
    ),
    headings: all("h1, h2, h3, h4, h5, h6").map((heading) => ({
      level: Number(heading.localName.slice(1)),
      text: nameOf(heading),
      places: placesOf(heading),
    })),
    images: all("img:not([aria-hidden=true])").map((image) => ({
      src: resolved(image.getAttribute("src") ?? ""),
      alt: image.getAttribute("alt") ?? undefined,
      places: placesOf(image),
    })),
    links: all("a[href]").map((link) => ({
      href: resolved(link.getAttribute("href") ?? ""),
      text: nameOf(link),
      places: placesOf(link),
    })),
    ids: new Set(all("[id]").map(({ id }) => id)),
  };
}

/** The addresses of the fields that an element shows, or whose text it is in. */
export const placesOf = (element: Element): readonly string[] =>
  (element.closest("[data-place]") ?? element.querySelector("[data-place]"))
    ?.getAttribute("data-place")
    ?.split(" ") ?? [];

/** What a screen reader says: an element's label, or its text with that of its images. */
function nameOf(element: Element): string {
  const label = element.getAttribute("aria-label")?.trim();
  if (label) return label;
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  for (const part of copy.querySelectorAll("img[alt], [role=img][aria-label]"))
    part.replaceWith(` ${part.getAttribute("alt") ?? part.getAttribute("aria-label")} `);
  return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}
