import morphdom from "morphdom";

/** What a person does in the page. */
export interface PageEvents {
  /** pressed a text with these addresses */
  onPick(addresses: readonly string[]): void;
  /** pressed a link to a path of this site */
  onLink(path: string): void;
  onEscape(): void;
}

/** Of what is outlined: on any ground of the site, light or dark. */
const MARKED = "outline: 3px solid #e8590c; outline-offset: 3px; box-shadow: 0 0 0 3px #fff;";
/** From the frame's edges: the site's head lies over what is higher. Pixels. */
const EDGE = { top: 96, bottom: 48 };
const FOCUSABLE = "a[href],button,input,select,textarea,summary,[tabindex]";

function textsOf(element: Element): Text[] {
  const texts: Text[] = [];
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

/**
 * The document of the frame as the page being previewed: it is changed in place, node by node, so that
 * nothing is loaded again, flickers, or is scrolled. Nothing in it runs (the frame's own policy).
 */
export function livePage(frame: HTMLIFrameElement, events: PageEvents) {
  const view = frame.contentWindow as Window & typeof globalThis;
  const page = view.document;
  // Beside the page's own styles, where changing the page does not reach.
  const outline = new view.CSSStyleSheet();
  page.adoptedStyleSheets = [outline];

  const placesOf = (address: string) =>
    Array.from(page.querySelectorAll<HTMLElement>(`[data-place~=${JSON.stringify(address)}]`));
  const isDrawn = (element: Element) => element.getClientRects().length > 0;

  function onClick(event: Event) {
    const target = event.target as Element;
    const marked = target.closest("[data-place]");
    const link = target.closest<HTMLAnchorElement>("a[href]");
    // Pages have no other buttons that send: those that open something on the page may.
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
    // The frame alone: scrollIntoView would scroll the screen around it too.
    view.scrollTo({
      top: view.scrollY + top - Math.max(EDGE.top, (view.innerHeight - height) / 2),
      behavior: calm ? "instant" : "smooth",
    });
  }

  return {
    /** Makes the document that of the page. @param anew another page: it begins at its top */
    show(html: string, anew: boolean) {
      // By the frame's own rules: those of this screen allow no style within a page.
      const next = new view.DOMParser().parseFromString(html, "text/html");
      // One step for the keyboard, which scrolls: what is in the page is reached from the fields.
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
      if (anew) view.scrollTo({ top: 0, behavior: "instant" });
    },

    /** A text as it is typed, where the page shows it as it stands. */
    swap(address: string, before: string, after: string) {
      for (const element of placesOf(address)) swapText(textsOf(element), before, after);
    },

    /** Outlines where a text is seen, and scrolls there; false: nowhere on this page. */
    point(address: string, { scroll }: { scroll: boolean }): boolean {
      const [seen] = placesOf(address).filter(isDrawn);
      const hidden = seen ?? placesOf(address).find((element) => element.closest("details"));
      outline.replaceSync(`[data-place~=${JSON.stringify(address)}] { ${MARKED} }`);
      if (hidden && scroll) bringIntoView(hidden);
      return hidden !== undefined;
    },

    /** Nothing is outlined any more. */
    pointAway: () => void outline.replaceSync(""),

    leave() {
      page.removeEventListener("click", onClick);
      page.removeEventListener("keydown", onKeyDown);
    },
  };
}

export type LivePage = ReturnType<typeof livePage>;

/** How many characters two texts begin with alike. */
function sameStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

const reversed = (text: string) => Array.from(text).reverse().join("");

/** What a text node is to this. */
type TextNode = Pick<Text, "data" | "replaceData">;

/**
 * Writes `after` where the texts of an element say `before` together: only those characters change that
 * differ, so that nothing else of the element does. False where they do not say it.
 * @param texts its text nodes, in their order
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
