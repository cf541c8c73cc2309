import { expect, test } from "vitest";
import type { ServerContext } from "#contract/render-context.ts";
import { redirectOf } from "./redirect.server.ts";

/** Where a path leads with these redirects: [from, to]. */
async function leads(path: string, redirects: string[][], more: Partial<ServerContext> = {}) {
  const rows = redirects.map(([from_path, to_address]) => ({
    from_path,
    to_address,
    is_permanent: true,
  }));
  const server = { siteUrl: "https://dock.example", rows: async () => rows, ...more };
  const request = new Request(`https://dock.example${path}`);
  const answer = await redirectOf(server as never, request);
  return answer?.headers.get("location") ?? undefined;
}

test("the site's full address is one of its paths", async () => {
  const rows = [
    ["/old", "https://dock.example/next#top"],
    ["/next", "/services"],
  ];
  expect(await leads("/old", rows)).toBe("/services");
});

test("a loop that the database can't see leads nowhere, and neither do six redirects", async () => {
  const loop = [
    ["/a", "https://dock.example/b"],
    ["/b", "/a"],
  ];
  expect(await leads("/a", loop)).toBeUndefined();
  const six = [1, 2, 3, 4, 5, 6].map((n) => [`/${n}`, `/${n + 1}`]);
  expect(await leads("/1", six)).toBeUndefined();
  expect(await leads("/2", six)).toBe("/7");
});

test("a preview shows what is there", async () => {
  expect(await leads("/old", [["/old", "/services"]], { preview: true })).toBeUndefined();
});
