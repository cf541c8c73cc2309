import createPurifier from "dompurify";

export interface SafePage {
  /** a whole document, for a sandboxed frame */
  page: string;
  /** it has pictures from elsewhere, whether they are shown or not */
  hasImages: boolean;
}

/** What people's emails are made of. Anything else is removed; its text stays. */
const TAGS =
  `a abbr address b big blockquote br caption center cite code col colgroup dd del div dl dt em
  font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table
  tbody td tfoot th thead tr tt u ul`.split(/\s+/);
const ATTRIBUTES =
  `align alt bgcolor border cellpadding cellspacing color colspan dir face height href lang
  reversed rowspan size src start style title valign width`.split(/\s+/);

const LINKS = /^(?:https?|mailto|tel):/i;
const REMOTE = /^(?:https?:)?\/\//i;
/** Pictures within the email. SVG is a document, so it is none. */
const INLINE = /^data:image\/(?:png|jpe?g|gif|webp|avif);/i;
/** Values that could load something, also in custom properties and behind escapes. */
const LOADS = /url|image|src|attr|\\/i;

const BODY = `margin: 12px; font: 14px/1.5 system-ui, sans-serif; color: #17211c; background: #fff; overflow-wrap: anywhere`;

/**
 * An email's HTML without what could run, load, submit or lead anywhere unasked. The frame's sandbox and
 * this document's own policy each prevent that as well.
 * @param images whether pictures from elsewhere are shown; their senders then learn that the email was opened
 */
export function safePage(html: string, images: boolean): SafePage {
  // An own instance: hooks belong to one call.
  const purifier = createPurifier(window);
  let hasImages = false;
  purifier.addHook("afterSanitizeAttributes", (element) => {
    if (element.hasAttribute("style")) cleanStyle((element as HTMLElement).style);
    if (element.localName === "a") cleanLink(element);
    else element.removeAttribute("href");
    const source = element.getAttribute("src")?.trim();
    if (source === undefined) return;
    const isRemote = REMOTE.test(source);
    hasImages ||= isRemote;
    if (isRemote && images) element.setAttribute("src", source.replace(REMOTE, "https://"));
    else if (!INLINE.test(source)) element.removeAttribute("src");
    (element as HTMLElement).style.maxWidth = "100%";
  });
  const clean = purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
  });
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:${images ? " https:" : ""}`;
  const page = [
    `<!doctype html><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="referrer" content="no-referrer">`,
    `<body style="${BODY}">${clean}</body>`,
  ].join("");
  return { page, hasImages };
}

/** Removes declarations that could load something. */
function cleanStyle(style: CSSStyleDeclaration) {
  for (const name of Array.from(style))
    if (LOADS.test(style.getPropertyValue(name))) style.removeProperty(name);
}

/** Links open in a new tab that knows nothing of this one. */
function cleanLink(link: Element) {
  if (!LINKS.test(link.getAttribute("href")?.trim() ?? "")) return link.removeAttribute("href");
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer");
}
