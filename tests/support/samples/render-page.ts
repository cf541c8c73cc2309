import { createPageContext } from "#server/http/pages/page-context.ts";
import { createPageRows } from "#server/http/pages/page-rows.ts";
import type { Renderer } from "#server/http/pages/render-once.ts";
import { createLog } from "#server/runtime/log.ts";
import type { TestBackend } from "../backend.ts";

/** The built app's renderer. */
export const loadRenderer = (): Promise<Renderer> =>
  import(new URL("../../../build/server/index.js", import.meta.url).href);

/** The bytes of a page or image, rendered as the server does. */
export async function renderPage(
  site: TestBackend,
  { render }: Renderer,
  path: string,
): Promise<Buffer> {
  const { context, state } = createPageContext(
    {
      backend: site.backend,
      siteUrl: "http://site.test",
      mediaMaxBytes: 1,
      logged: "cut",
      log: createLog("silent"),
      rows: createPageRows({ keeps: () => false }),
    },
    { requestId: "r-1", clientAddress: "7.7.7.7", reads: true },
  );
  const response = await render(new Request(`http://site.test${path}`), context);
  return state.outcome.html ?? Buffer.from(await response.arrayBuffer());
}
