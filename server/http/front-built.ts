import type { Renderer } from "#server/http/pages/render-once.ts";
import { createStaticFiles } from "./static-files.ts";

const BUILD = new URL("../../build/", import.meta.url);

/** The built app: browser files in memory, and one renderer. */
export async function createFront() {
  const renderer: Renderer = await import(new URL("server/index.js", BUILD).href);
  return {
    loadRenderer: async () => renderer,
    sendFile: await createStaticFiles(new URL("client", BUILD).pathname),
    close: async () => {},
  };
}
