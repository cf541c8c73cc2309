import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createVite } from "vite";
import type { Renderer } from "#server/http/pages/render-once.ts";

/** The app in development: Vite serves the modules and reloads the browser. */
export async function createFront() {
  const vite = await createVite({
    server: { middlewareMode: true },
    appType: "custom",
  });
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
