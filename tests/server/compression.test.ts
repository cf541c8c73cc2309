import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { type Site, startSite } from "#tests/support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite(inject("clusterUrl"));
});
afterAll(() => site.stop());

const DECODERS = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
};

interface Asked {
  method?: string;
  path: string;
  accept?: string;
  form?: string;
}

/** Sends a request without decoding the response, as fetch would. */
function ask({ method = "GET", path, accept, form }: Asked) {
  const headers = {
    ...(accept && { "accept-encoding": accept }),
    ...(form && {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": form.length,
      origin: site.url,
    }),
  };
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const req = request(new URL(path, site.url), { method, headers }, (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk) => chunks.push(chunk));
        res.on("end", () =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      req.on("error", reject);
      req.end(form);
    },
  );
}

const PAGES: [string, Asked, number][] = [
  ["a page that is kept", { path: "/pricing" }, 200],
  ["a page that does not exist", { path: "/no-such-page" }, 404],
  ["the answer to a posted form", { method: "POST", path: "/contact", form: "name=A" }, 422],
];

for (const [what, asked, status] of PAGES) {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["identity", "identity"],
    [undefined, "identity"],
  ] as const)(`${what}, for who accepts %s, comes as %s`, async (accept, encoding) => {
    const { headers, body, ...answer } = await ask({ ...asked, accept });
    expect(answer.status).toBe(status);
    expect(headers["content-encoding"] ?? "identity").toBe(encoding);
    expect(headers.vary).toBe("accept-encoding");
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    const html = DECODERS[encoding](body).toString();
    expect(html).toMatch(/^<!DOCTYPE html>.*<\/html>$/is);
    if (encoding !== "identity") expect(body.length).toBeLessThan(html.length / 2);
  });
}

test("sends no body for HEAD of a missing page", async () => {
  const { status, headers, body } = await ask({ method: "HEAD", path: "/none", accept: "br" });
  expect([status, headers["content-encoding"], body.length]).toEqual([404, "br", 0]);
});

/** Loaded before the server: the first compression of a file fails. */
const OUT_OF_MEMORY = `
  import { syncBuiltinESMExports } from "node:module";
  import zlib from "node:zlib";
  const { gzip } = zlib;
  let failed = false;
  zlib.gzip = (body, options, done) => {
    if (failed) return gzip(body, options, done);
    failed = true;
    done(new Error("out of memory"));
  };
  syncBuiltinESMExports();`;

test("closes the connection of a file that can't be compressed, and serves it afterwards", async () => {
  const weak = await startSite(inject("clusterUrl"), {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(OUT_OF_MEMORY)}`,
  });
  onTestFinished(() => weak.stop());
  const fetchFile = () =>
    fetch(`${weak.url}/security-policy.txt`, { headers: { "accept-encoding": "gzip" } });
  await expect(fetchFile()).rejects.toThrow("fetch failed");
  await expect.poll(weak.printed).toMatch(/"msg":"a response failed"/);
  expect((await fetchFile()).headers.get("content-encoding")).toBe("gzip");
});
