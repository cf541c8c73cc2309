import { connect } from "node:net";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Site, startSite } from "#tests/support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite(inject("clusterUrl"));
  // This caches the page.
  await (await fetch(`${site.url}/faqs`)).text();
});
afterAll(() => site.stop());

/** Sends these header lines unchanged. */
function send(path: string, lines: string[]): Promise<{ status: string; text: string }> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("end", () => {
      const [head = "", text = ""] = answer.split("\r\n\r\n", 2);
      resolve({ status: head.split("\r\n", 1)[0] as string, text });
    });
    socket.write([`GET ${path} HTTP/1.1`, ...lines, "Connection: close", "", ""].join("\r\n"));
  });
}

const REFUSED = {
  status: "HTTP/1.1 400 Bad Request",
  text: expect.stringContaining("Send exactly one Host header."),
};
const PATHS = ["/faqs", "/readyz", "/healthz", "/favicon.ico", "/rest/v1/services", "/none"];

test.each(PATHS)(
  "a request for %s with two hosts is refused, wherever the second is",
  async (path) => {
    const many = Array.from({ length: 2_500 }, () => "a:");
    for (const lines of [
      ["Host: site.test", "Host: evil.example"],
      ["Host: site.test", "Accept: */*", "hOST: site.test"],
      ["Host: site.test", ...many, "Host: evil.example"],
    ])
      expect(await send(path, lines), String(lines.length)).toEqual(REFUSED);
  },
);

test("requires exactly one host", async () => {
  expect((await send("/faqs", ["Host: site.test"])).status).toBe("HTTP/1.1 200 OK");
  expect((await send("/faqs", ["Accept: */*"])).status).toBe("HTTP/1.1 400 Bad Request");
});
