import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The part of S3 that the product uses: objects, signed requests, ranges, and lists in pages of two.
 * @param instead returns true when it answers a request itself; `carried` returns what arrives of a body
 * @returns its settings, and the stored objects by URL path
 */
export async function fakeS3({
  instead = () => false,
  carried = (sent) => sent,
}: {
  instead?: (
    request: IncomingMessage,
    response: ServerResponse,
    body?: Buffer,
  ) => boolean | Promise<boolean>;
  carried?: (sent: Buffer) => Buffer;
} = {}) {
  const stored = new Map<string, { body: Buffer; type: string }>();
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? "/", "http://s3.test");
    const key = decodeURIComponent(url.pathname);
    const signed = /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/[\w-]+\/s3\//;
    if (!signed.test(req.headers.authorization ?? "")) return res.writeHead(403).end();
    if (req.method === "PUT") {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk);
      if (await instead(req, res)) return;
      const body = carried(Buffer.concat(chunks));
      const md5 = createHash("md5").update(body).digest("base64");
      if ((req.headers["content-md5"] ?? md5) !== md5)
        return res.writeHead(400).end("<Code>BadDigest</Code>");
      stored.set(key, { body, type: req.headers["content-type"] ?? "" });
      return res.end();
    }
    if (req.method === "DELETE") return res.writeHead(stored.delete(key) ? 204 : 404).end();
    if (url.searchParams.has("list-type")) return res.end(listed(stored, key, url.searchParams));
    const object = stored.get(key);
    if (await instead(req, res, object?.body)) return;
    if (!object) return res.writeHead(404).end();
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(req.headers.range ?? "") ?? [];
    return from
      ? res.writeHead(206).end(object.body.subarray(Number(from), Number(to) + 1))
      : res.end(object.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    stored,
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: "site",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "secret",
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const PAGE = 2;

function listed(stored: Map<string, { body: Buffer }>, bucket: string, query: URLSearchParams) {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? "";
  const inBucket = (path: string) => path.slice(bucket.length + 1);
  const found = [...stored]
    .filter(([path]) => path.startsWith(`${bucket}/`))
    .map(([path, { body }]) => ({ key: inBucket(path), size: body.length }))
    .filter(({ key }) => key.startsWith(prefix) && key > after)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const page = found.slice(0, PAGE);
  const contents = page.map(
    ({ key, size }) => `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`,
  );
  const more =
    found.length > PAGE ? `<NextContinuationToken>${page.at(-1)?.key}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult>${contents.join("")}${more}</ListBucketResult>`;
}
