import type { Render } from "./http/pages.ts";
import { createStaticFiles } from "./http/static-files.ts";

const BUILD = new URL("../build/", import.meta.url);

/** The built app: browser files from memory, one renderer. */
export async function createFront() {
  const renderer: { render: Render } = await import(new URL("server/index.js", BUILD).href);
  return {
    loadRender: async () => renderer.render,
    sendFile: await createStaticFiles(new URL("client", BUILD).pathname),
    close: async () => {},
  };
}
