import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/folder.ts";

const LOCK = {
  "node_modules/react": { version: "1.0.0" },
  "node_modules/vite": { version: "2.0.0", dev: true },
};

/** A project whose npm only says how it was called, and whose build does nothing. */
async function project() {
  const folder = await temporaryFolder();
  const write = (name: string, text: string, mode = 0o644) =>
    writeFileSync(join(folder, name), text, { mode });
  for (const name of ["scripts", "app", "build", "bin", "node_modules/node/bin"])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["build.mjs", "prepare.mjs"])
    copyFileSync(join(import.meta.dirname, name), join(folder, "scripts", name));
  write("package-lock.json", JSON.stringify({ packages: LOCK }));
  write("bin/npm", '#!/bin/sh\necho "npm $*" >&2\n', 0o755);
  write("node_modules/node/bin/node", "#!/bin/sh\n", 0o755);
  return {
    write,
    have: (packages: object) =>
      write("node_modules/.package-lock.json", JSON.stringify({ packages })),
    start() {
      const { PATH } = process.env;
      const { stdout, stderr } = spawnSync(process.execPath, ["scripts/build.mjs"], {
        cwd: folder,
        env: { PATH: join(folder, "bin") + delimiter + PATH },
        encoding: "utf8",
      });
      return { stdout, npm: stderr.trim() };
    },
  };
}

test("installs every package where it has to build, and after that none", async () => {
  const { have, start } = await project();
  expect(start()).toEqual({
    stdout: "Installing packages…\nBuilding…\n",
    npm: expect.stringMatching(/^npm ci --include=dev /),
  });
  have(LOCK);
  expect(start()).toEqual({ stdout: "", npm: "" });
});

test("what is built needs no packages for building, until its source changes", async () => {
  const { have, start, write } = await project();
  start();
  expect(start()).toEqual({
    stdout: "Installing packages…\n",
    npm: expect.stringMatching(/^npm ci --omit=dev /),
  });
  have({ "node_modules/react": LOCK["node_modules/react"] });
  expect(start()).toEqual({ stdout: "", npm: "" });
  have({ "node_modules/react": { version: "0.9.0" } });
  expect(start().npm).toMatch(/^npm ci --omit=dev /);
  write("app/page.ts", "changed");
  expect(start().npm).toMatch(/^npm ci --include=dev /);
});
