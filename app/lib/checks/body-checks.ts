import { altProblem, linkProblem } from "#app/lib/text/authoring.ts";
import type { ImageFact, PageFacts } from "./facts.ts";
import { type Finding, finding, quoted } from "./finding.ts";

/** Bytes as sent, with styles, scripts and images. */
const MAX_PAGE_BYTES = 1_500_000;
const MAX_IMAGE_BYTES = 400_000;

/** The place whose field has a name like this, before all others. */
const best = (places: readonly string[], field: RegExp) =>
  places.find((place) => field.test(place)) ?? places[0];

const ALT = /alt(_text)?$/;
const PICTURE = /(url|picture|image|logo)$/;

/** One main heading, and no level left out below it. */
export function checkHeadings({ path, headings }: PageFacts): Finding[] {
  const found: Finding[] = [];
  const main = headings.filter(({ level }) => level === 1);
  if (main.length === 0)
    found.push(
      finding("headings", "h1", "The page has no main heading.", path, headings[0]?.places[0]),
    );
  for (const { text, places } of main.slice(1))
    found.push(
      finding("headings", "h1", `${quoted(text)} is a second main heading.`, path, places[0]),
    );
  let before = 1;
  for (const { level, text, places } of headings) {
    if (text === "")
      found.push(finding("headings", "headings", "A heading is empty.", path, places[0]));
    if (level > before + 1)
      found.push(
        finding(
          "headings",
          "headings",
          `${quoted(text)} skips from heading level ${before} to ${level}.`,
          path,
          places[0],
        ),
      );
    before = level;
  }
  return found;
}

/** Every image says what it shows. Blank is a decision, except where staff may have left a field empty. */
export function checkImages({ path, images }: PageFacts): Finding[] {
  return images.flatMap((image) => {
    const { alt, places } = image;
    const place = best(places, ALT);
    if (alt === undefined || (alt.trim() === "" && places.some((one) => ALT.test(one))))
      return [finding("images", "altMissing", `${nameOf(image)} has no alt text.`, path, place)];
    const problem = altProblem(alt);
    return problem
      ? [finding("images", "alt", `Alt text ${quoted(alt)}: ${lowered(problem)}`, path, place)]
      : [];
  });
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

function nameOf({ src }: ImageFact): string {
  const file = src.split(/[?#]/, 1)[0]?.split("/").pop();
  return file && !src.startsWith("data:") ? `The image ${quoted(file)}` : "An image";
}

/** Every link has a text that says where it leads. */
export function checkLinkTexts({ path, links }: PageFacts): Finding[] {
  return links.flatMap(({ text, href, places }) => {
    if (text === "")
      return [finding("links", "linkText", `The link to ${href} has no text.`, path, places[0])];
    return linkProblem(text)
      ? [
          finding(
            "links",
            "linkText",
            `The link ${quoted(text)} doesn't say where it leads.`,
            path,
            places[0],
          ),
        ]
      : [];
  });
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString("en-US")} KB`;

/** How much a phone has to load. */
export function checkWeight({ path, weight = 0, images }: PageFacts): Finding[] {
  const heavy = images.filter(({ bytes = 0 }) => bytes > MAX_IMAGE_BYTES);
  return [
    ...(weight > MAX_PAGE_BYTES
      ? [
          finding(
            "weight",
            "weight",
            `The page is ${kilobytes(weight)}. Stay below ${kilobytes(MAX_PAGE_BYTES)}.`,
            path,
          ),
        ]
      : []),
    ...heavy.map((image) =>
      finding(
        "weight",
        "weight",
        `${nameOf(image)} is ${kilobytes(image.bytes ?? 0)}. Choose one from the media library.`,
        path,
        best(image.places, PICTURE),
      ),
    ),
  ];
}
