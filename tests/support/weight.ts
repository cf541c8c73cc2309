import type { Page, Request } from "@playwright/test";

/** What a page made the browser download: bytes on the wire by URL, for each kind of file. */
export interface Weight {
  document: Map<string, number>;
  stylesheet: Map<string, number>;
  script: Map<string, number>;
}

/**
 * Measures what the browser downloads while `work` runs; a file counts with its compressed body. Waits for
 * requests still in progress when `work` ends.
 */
export async function weigh(page: Page, work: () => Promise<unknown>): Promise<Weight> {
  const weight: Weight = { document: new Map(), stylesheet: new Map(), script: new Map() };
  const pending: Promise<void>[] = [];
  const note = async (request: Request) => {
    const kind = weight[request.resourceType() as keyof Weight];
    if (!kind || !(await request.response())) return;
    kind.set(request.url(), (await request.sizes()).responseBodySize);
  };
  const listener = (request: Request) => pending.push(note(request));
  page.on("requestfinished", listener);
  await work();
  await page.waitForLoadState("load");
  page.off("requestfinished", listener);
  await Promise.all(pending);
  return weight;
}

/** @returns bytes */
export const total = (...parts: Map<string, number>[]) =>
  parts.flatMap((part) => [...part.values()]).reduce((sum, bytes) => sum + bytes, 0);
