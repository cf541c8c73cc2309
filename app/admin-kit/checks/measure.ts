import type { ImageFact, ImageSize } from "#app/lib/checks/facts.ts";

/** Requests at once. */
const AT_ONCE = 4;
const IMAGE_MS = 10_000;

/** Does something with each, a few at once. */
export async function withEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = [...items];
  const next = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Fetches as a visitor: without the session, and never from this browser's cache. */
export const asVisitor = (address: string, signal: AbortSignal, method = "GET") =>
  fetch(address, { method, credentials: "omit", cache: "no-store", signal });

/** Bytes of a file as sent; undefined if it can't be fetched, or is not ours. */
async function bytesOf(address: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const answer = await fetch(address, { credentials: "omit", signal });
    const body = await answer.arrayBuffer();
    return answer.ok ? Number(answer.headers.get("content-length") ?? body.byteLength) : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Bytes of own files that pages load, by address; each is fetched once. */
export function createScale(signal: AbortSignal) {
  const known = new Map<string, Promise<number | undefined>>();
  const weigh = (address: string) => {
    const bytes = known.get(address) ?? bytesOf(address, signal);
    known.set(address, bytes);
    return bytes;
  };
  const isOwn = (address: string) => URL.parse(address)?.origin === location.origin;

  /** @param own bytes of the page itself */
  return async (page: Document, address: string, images: readonly ImageFact[], own: number) => {
    const files = [...page.querySelectorAll("link[rel=stylesheet], script[src]")].flatMap(
      (element) => {
        const url = URL.parse(
          element.getAttribute("href") ?? element.getAttribute("src") ?? "",
          address,
        );
        return url && isOwn(url.href) ? [url.href] : [];
      },
    );
    const weighed = await Promise.all(
      images.map(async (image) => ({
        ...image,
        bytes: isOwn(image.src) ? await weigh(image.src) : undefined,
      })),
    );
    const others = await Promise.all([...new Set(files)].map(weigh));
    const pictures = new Map(weighed.map(({ src, bytes = 0 }) => [src, bytes]));
    const weight = [own, ...others, ...pictures.values()].reduce<number>(
      (sum, bytes = 0) => sum + bytes,
      0,
    );
    return { images: weighed, weight };
  };
}

/** An image's size in pixels; undefined if it can't be loaded. */
export function sizeOf(address: string, signal: AbortSignal): Promise<ImageSize> {
  const image = new Image();
  const late = AbortSignal.any([signal, AbortSignal.timeout(IMAGE_MS)]);
  return new Promise((resolve, reject) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => resolve(undefined);
    late.addEventListener("abort", () =>
      signal.aborted ? reject(signal.reason) : resolve(undefined),
    );
    image.src = address;
  });
}
