import { Agent, get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Clients with persistent connections that only drain their responses, so that the measurement shows the
 * server and not this process, which shares its cores.
 */
export function readers(url: string, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      const headers = { "accept-encoding": "br" };
      get(url, { agent, headers }, (answer: IncomingMessage) => {
        buffer(answer).then(() => resolve(String(answer.headers.etag)), reject);
      }).once("error", reject);
    });
  const all = <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one));

  return {
    /** The ETag of the page, which must be the same for all of them. */
    async see(): Promise<string> {
      const tags = new Set(await all(ask));
      if (tags.size !== 1) throw new Error(`${tags.size} pages in place of one`);
      return [...tags][0] as string;
    },
    /** Milliseconds until each client gets a page with a different ETag than `tag`. */
    async seeOther(tag: string): Promise<number[]> {
      const started = performance.now();
      return await all(async () => {
        while ((await ask()) === tag) await pause(1);
        return performance.now() - started;
      });
    },
    end: () => agent.destroy(),
  };
}
