import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/folder.ts";
import { inRoot, SOURCES } from "./prepare.mjs";

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

/** Imports of types are gone in what is built. */
const IMPORT = /^(?:(?:import|export)\s(?!type\b)[^"';]*|.*\bimport\()"([#.][^"?*]+\.\w+)/gm;

/** What a file of the project imports, as paths in it. */
const importsOf = (file: string) =>
  [...readFileSync(inRoot(file), "utf8").matchAll(IMPORT)].map(([, path = ""]) =>
    path.startsWith("#") ? path.slice(1) : join(file, "..", path),
  );

test("everything that the app imports makes a build out of date when it changes", () => {
  const files = globSync("app/**/*.{ts,tsx}", { cwd: inRoot() });
  const reached = new Set(files.filter((file) => !/\.test\.tsx?$/.test(file)));
  for (const file of reached)
    if (/\.tsx?$/.test(file)) for (const path of importsOf(file)) reached.add(path);
  expect(reached).toContain("supabase/functions/_shared/deliverability/spf.ts");
  const isInput = (file: string) =>
    SOURCES.some((source) => file === source || file.startsWith(`${source}/`));
  expect([...reached].filter((file) => !isInput(file))).toEqual([]);
});
