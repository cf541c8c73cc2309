import { brotliCompressSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";

test("counting visits takes at most 1 KB of a page's script", async () => {
  const built = (await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: "app/enhance/visits.ts", preserveEntrySignatures: "strict" },
    },
  })) as Rolldown.RolldownOutput;
  const code = built.output.map((part) => (part.type === "chunk" ? part.code : "")).join("");
  expect(code).toContain("sendBeacon");
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(1_024);
});
