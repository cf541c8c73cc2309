import { request } from "node:http";
import { afterAll, beforeAll, inject } from "vitest";
import { type Site, startSite } from "#tests/support/site.ts";

export let site: Site;
export let key: string;
export function withSite() {
  beforeAll(async () => {
    site = await startSite(inject("clusterUrl"), { METRICS_PORT: "0" });
    const login = await (await fetch(`${site.url}/admin/login`)).text();
    key = /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "";
  });
  afterAll(() => site.stop());
}

export interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}
export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

/** Sends the path unchanged, because fetch would normalize it. */
export function ask({ method = "GET", path, headers, body }: Asked): Promise<Answer> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const req = request({ hostname, port, method, path, headers }, (res) => {
      let text = "";
      res.setEncoding("utf8");
      res.on("data", (chunk) => {
        text += chunk;
      });
      res.on("end", () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers as Answer["headers"], text }),
      );
    });
    req.on("error", reject);
    req.end(body);
  });
}

export const api = () => ({ apikey: key });
export const form = { "content-type": "application/x-www-form-urlencoded" };
export const LARGE = "a".repeat(300_000);
