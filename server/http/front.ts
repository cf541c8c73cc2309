import type { IncomingMessage, ServerResponse } from "node:http";
import type { Renderer } from "./pages/render-once.ts";
import { createStaticFiles } from "./static-files.ts";

const BUILD = new URL("../../build/", import.meta.url);

/** The built app: browser files in memory, and one renderer. */
export async function openBuilt() {
  const renderer: Renderer = await import(new URL("server/index.js", BUILD).href);
  return {
    loadRenderer: async () => renderer,
    sendFile: await createStaticFiles(new URL("client", BUILD).pathname),
    close: async () => {},
  };
}

/** The app in development: Vite, which only developers have, serves the modules and reloads the browser. */
export async function openDevelopment() {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  return {
    loadRenderer: async () =>
      (await vite.ssrLoadModule("./server/http/pages/render.ts")) as Renderer,
    sendFile: (req: IncomingMessage, res: ServerResponse) =>
      new Promise<boolean>((resolve, reject) => {
        res.once("finish", () => resolve(true));
        vite.middlewares(req, res, (err: unknown) => (err ? reject(err) : resolve(false)));
      }),
    close: () => vite.close(),
  };
}
