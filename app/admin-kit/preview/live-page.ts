import morphdom from "morphdom";

/** What a user does in the previewed page. */
export interface PageEvents {
  /** clicked a text with these addresses */
  onPick(addresses: readonly string[]): void;
  /** clicked a link to a path on this site */
  onLink(path: string): void;
  onEscape(): void;
}

/** The outline's style, visible on light and dark backgrounds. */
const MARKED = "outline: 3px solid #e8590c; outline-offset: 3px; box-shadow: 0 0 0 3px #fff;";
/** Pixels from the frame's edges. The site's header covers the top. */
const EDGE = { top: 96, bottom: 48 };
const FOCUSABLE = "a[href],button,input,select,textarea,summary,[tabindex]";

function textsOf(element: Element): Text[] {
  const texts: Text[] = [];
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

/**
 * The previewed page in the frame. Updates patch the DOM in place, so that nothing reloads, flickers
 * or scrolls. No scripts run in it (the frame's own policy).
 */
export function livePage(frame: HTMLIFrameElement, events: PageEvents) {
  const view = frame.contentWindow as Window & typeof globalThis;
  const page = view.document;
  // An adopted stylesheet survives updates of the page.
  const outline = new view.CSSStyleSheet();
  page.adoptedStyleSheets = [outline];

  const placesOf = (address: string) =>
    Array.from(page.querySelectorAll<HTMLElement>(`[data-place~=${JSON.stringify(address)}]`));
  const isDrawn = (element: Element) => element.getClientRects().length > 0;

  function onClick(event: Event) {
    const target = event.target as Element;
    const marked = target.closest("[data-place]");
    const link = target.closest<HTMLAnchorElement>("a[href]");
    // Block links and submit buttons. Other buttons only open things on the page.
    if (link || target.closest("[type=submit]")) event.preventDefault();
    if (marked) events.onPick(marked.getAttribute("data-place")?.split(" ") ?? []);
    else if (link && link.origin === location.origin) events.onLink(link.pathname);
  }
  const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && events.onEscape();
  page.addEventListener("click", onClick);
  page.addEventListener("keydown", onKeyDown);

  function bringIntoView(element: Element) {
    for (let around = element.closest("details"); around; ) {
      around.open = true;
      around = around.parentElement?.closest("details") ?? null;
    }
    const { top, bottom, height } = element.getBoundingClientRect();
    if (top >= EDGE.top && bottom <= view.innerHeight - EDGE.bottom) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // Scroll the frame only: scrollIntoView would also scroll the screen around it.
    view.scrollTo({
      top: view.scrollY + top - Math.max(EDGE.top, (view.innerHeight - height) / 2),
      behavior: calm ? "instant" : "smooth",
    });
  }

  return {
    /** Updates the document to this HTML. @param isNewPage whether to start at the top */
    show(html: string, isNewPage: boolean) {
      // Parse in the frame: this screen's CSP blocks the page's inline styles.
      const next = new view.DOMParser().parseFromString(html, "text/html");
      // One tab stop, for scrolling by keyboard. The fields lead to everything in the page.
      next.body.setAttribute("tabindex", "0");
      for (const element of next.querySelectorAll(FOCUSABLE))
        element.setAttribute("tabindex", "-1");
      morphdom(page.documentElement, next.documentElement, {
        onBeforeElUpdated(from, to) {
          if (from.isEqualNode(to)) return false;
          if (from.localName === "details") to.toggleAttribute("open", from.hasAttribute("open"));
          return true;
        },
      });
      if (isNewPage) view.scrollTo({ top: 0, behavior: "instant" });
    },

    /** Replaces a text while it is typed, where the page shows it verbatim. */
    swap(address: string, before: string, after: string) {
      for (const element of placesOf(address)) swapText(textsOf(element), before, after);
    },

    /** Outlines a text and scrolls to it; returns false if it isn't on this page. */
    point(address: string, { scroll }: { scroll: boolean }): boolean {
      const [seen] = placesOf(address).filter(isDrawn);
      const hidden = seen ?? placesOf(address).find((element) => element.closest("details"));
      outline.replaceSync(`[data-place~=${JSON.stringify(address)}] { ${MARKED} }`);
      if (hidden && scroll) bringIntoView(hidden);
      return hidden !== undefined;
    },

    /** Removes the outline. */
    pointAway: () => void outline.replaceSync(""),

    leave() {
      page.removeEventListener("click", onClick);
      page.removeEventListener("keydown", onKeyDown);
    },
  };
}

export type LivePage = ReturnType<typeof livePage>;

/** The length of the common prefix of two texts. */
function sameStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

const reversed = (text: string) => Array.from(text).reverse().join("");

/** The part of a text node that is used here. */
type TextNode = Pick<Text, "data" | "replaceData">;

/**
 * Replaces `before` with `after` across an element's text nodes. Changes only the characters that
 * differ, to leave the rest of the element untouched. Returns false if `before` isn't found.
 * @param texts the element's text nodes, in order
 */
export function swapText(texts: readonly TextNode[], before: string, after: string): boolean {
  const whole = texts.map(({ data }) => data).join("");
  const start = before.trim() === "" ? -1 : whole.indexOf(before);
  if (start < 0) return false;

  const from = start + sameStart(before, after);
  const rest = before.slice(from - start);
  const added = after.slice(from - start);
  const end = sameStart(reversed(rest), reversed(added));
  let removed = rest.length - end;
  let written = added.slice(0, added.length - end);
  let at = 0;
  for (const text of texts) {
    const { length } = text.data;
    const place = Math.max(from - at, 0);
    if (place <= length && (removed > 0 || written)) {
      const cut = Math.min(removed, length - place);
      text.replaceData(place, cut, written);
      removed -= cut;
      written = "";
    }
    at += length;
  }
  return true;
}
