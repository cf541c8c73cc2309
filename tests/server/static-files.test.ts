import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createStaticFiles } from "#server/http/static-files.ts";

test("a new build changes nothing for a running server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "ld-static-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/page-1a2b.js"), "the script of this build");
  const sendFile = await createStaticFiles(folder);
  await rm(folder, { recursive: true });

  const server = createServer(async (req, res) => {
    if (!(await sendFile(req, res))) res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await fetch(`${site}/assets/page-1a2b.js`);
  expect([answer.status, await answer.text()]).toEqual([200, "the script of this build"]);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  expect((await fetch(`${site}/assets/none.js`)).status).toBe(404);
  server.close();
});
