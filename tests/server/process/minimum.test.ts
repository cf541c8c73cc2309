import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/folder.ts";
import { compiled } from "#tests/support/programs.ts";

test("warns about too few file descriptors, and serves", async () => {
  const limited = ["-c", 'ulimit -n 1000; exec "$0" server/index.ts', process.execPath];
  const child = spawn("sh", limited, {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      PORT: "0",
      WORKERS: "1",
      DATA_DIR: await temporaryFolder(),
      ...compiled,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("is running at")) resolve();
    });
    child.once("exit", () => resolve());
  });
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  const warnings = printed.split("\n").filter((line) => line.startsWith('{"level":"warn"'));
  expect(warnings.join("\n")).toContain(
    "This process can open only 1000 files and connections at once; it needs at least 1024.",
  );
});
