import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Site } from "../site.ts";

export interface Supabase {
  url: string;
  close: () => Promise<void>;
}

/**
 * A Supabase project, played by one of our sites: the same protocol over the network. There, anyone may call
 * public.page_rows, which our gateway reserves for pages in its own process.
 */
export async function startSupabase(site: Pick<Site, "url" | "sql">): Promise<Supabase> {
  const server = createServer(async (incoming, answer) => {
    const { method, url = "/", headers } = incoming;
    if (url === "/rest/v1/rpc/page_rows") {
      const { asked } = (await json(incoming)) as { asked: never };
      const rows = await site.sql.begin(async (tx) => {
        await tx`set local role anon`;
        return (await tx`select public.page_rows(${tx.json(asked)}) as rows`)[0]?.rows;
      });
      answer.setHeader("content-type", "application/json").end(JSON.stringify(rows));
      return;
    }
    const { host } = new URL(site.url);
    incoming.pipe(
      request(site.url + url, { method, headers: { ...headers, host } }, (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers);
        from.pipe(answer);
      }).on("error", () => answer.destroy()),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
