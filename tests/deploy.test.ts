import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { schema } from "#server/runtime/env/schema.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { environmentOf, stagesOf, wordsOf } from "../scripts/image/dockerfile.ts";
import { NODE_FLAGS, NODE_SETTINGS } from "../scripts/node-flags.mjs";

const file = (name: string) => readFileSync(`deploy/${name}`, "utf8");
const stages = stagesOf(file("Dockerfile"));
const image = stages.at(-1);
if (!image) throw new Error("The Dockerfile has no stage.");
const settings = [
  ...Object.keys(schema.shape),
  "NODE_ENV",
  "POSTGRES_PASSWORD",
  ...Object.keys(NODE_SETTINGS),
];

test("the image runs the Node that the project pins", () => {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(/^ARG NODE=(.+)$/m.exec(file("Dockerfile"))?.[1]).toBe(devDependencies.node);
});

test("what the image takes along is there, and so is what it starts", () => {
  const copied = image.steps
    .filter(({ name }) => name === "COPY")
    .map(({ text }) => /\/app\/(\S+)/.exec(text)?.[1] ?? "");
  const made = ["build", "node_modules"];
  for (const path of copied) expect(made.includes(path) || existsSync(path), path).toBe(true);
  for (const folder of ["server", "contract", "supabase"]) expect(copied).toContain(folder);
  const program = wordsOf(image, "CMD").at(-1) ?? "";
  expect(existsSync(program), program).toBe(true);
  expect(wordsOf(image, "HEALTHCHECK").slice(0, 2)).toEqual(["node", "-e"]);
});

test("the image is no root's, listens for others and keeps its data outside", () => {
  const said = (name: string) => image.steps.find((step) => step.name === name)?.text;
  const { HOST, DATA_DIR } = environmentOf(image);
  expect([said("USER"), said("VOLUME"), HOST]).toEqual(["node", DATA_DIR, "0.0.0.0"]);
});

test.each([
  ["compose.yaml", /^ {6}([A-Z_]+):/gm],
  ["compose.postgres.yaml", /^ {6}([A-Z_]+):/gm],
  ["loading-dock.service", /\b([A-Z_]+)=[\w/]/g],
])("%s sets what there is to set", (name, pattern) => {
  const named = Array.from(file(name).matchAll(pattern), ([, setting = ""]) => setting);
  expect(named.length).toBeGreaterThan(0);
  for (const setting of named) expect(settings).toContain(setting);
});

test("image and unit run Node as npm start does", () => {
  expect(wordsOf(image, "CMD").slice(1, -1)).toEqual(NODE_FLAGS);
  const started = /^ExecStart=\S+ (.+) \S+$/m.exec(file("loading-dock.service"))?.[1];
  expect(started?.split(" ")).toEqual(NODE_FLAGS);
  expect(environmentOf(image)).toMatchObject(NODE_SETTINGS);
  const set = /^Environment=(.+)$/m.exec(file("loading-dock.service"))?.[1]?.split(" ");
  for (const [name, value] of Object.entries(NODE_SETTINGS))
    expect(set).toContain(`${name}=${value}`);
});

describe("deploy/loading-dock", () => {
  /** What it says and its exit code, with these lines in the file of settings. */
  async function commandWith(settings: (folder: string) => string, ...words: string[]) {
    const folder = await temporaryFolder();
    const file = join(folder, "settings.env");
    writeFileSync(file, settings(folder));
    const { status, stdout, stderr } = spawnSync("sh", ["deploy/loading-dock", ...words], {
      encoding: "utf8",
      env: {
        PATH: process.env.PATH,
        LOADING_DOCK_HOME: process.cwd(),
        LOADING_DOCK_USER: userInfo().username,
        LOADING_DOCK_SETTINGS: file,
      },
    });
    return { folder, status, said: stdout + stderr };
  }

  test("runs a command with the unit's settings, and makes no site", async () => {
    const { folder, status, said } = await commandWith(
      (folder) => `# settings\n\nDATA_DIR="${folder}/my data"\nMAIL_FROM='Ana $HOME <a@b.co>'`,
      ...["admin", "add", "you@example.com"],
    );
    expect(said).toContain(`There is no site in DATA_DIR ${folder}/my data.`);
    expect(status).toBe(1);
    expect(existsSync(`${folder}/my data`)).toBe(false);
  });

  test("tells of a wrong setting as the server does", async () => {
    const { said } = await commandWith(() => "BACKUP_AT=noon", "backup");
    expect(said).toBe('BACKUP_AT is "noon". Write a time of day, for example 03:00, or off.\n');
  });

  test("knows every command and no other word", async () => {
    const { status, said } = await commandWith(() => "", "../index");
    expect(status).toBe(1);
    const [, listed = ""] = /^case \$command in\n(.+)\) shift/m.exec(file("loading-dock")) ?? [];
    for (const name of listed.split(" | ")) {
      expect(existsSync(`server/cli/${name}.ts`), name).toBe(true);
      expect(said).toContain(name);
    }
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
    const commands = Object.values<string>(scripts).flatMap(
      (script) => /server\/cli\/([\w-]+)\.ts$/.exec(script)?.[1] ?? [],
    );
    expect(listed.split(" | ").sort()).toEqual(commands.sort());
  });

  test("has the unit's environment", () => {
    const set = /^Environment=(.+)$/m.exec(file("loading-dock.service"))?.[1];
    expect(/^export (NODE_ENV=.+)$/m.exec(file("loading-dock"))?.[1]).toBe(set);
    expect(file("loading-dock.service")).toContain("EnvironmentFile=-/etc/loading-dock.env");
  });
});

test("the log is bounded wherever it is kept", () => {
  expect(file("journald.conf")).toMatch(/^SystemMaxUse=\d+[MG]$/m);
  for (const name of ["compose.yaml", "compose.postgres.yaml"])
    expect(file(name)).toMatch(/driver: local\n +options: { max-size: \d+m, max-file: "\d+" }/);
});

test("each file is in the guide", () => {
  const guide = readFileSync("docs/deploy.md", "utf8");
  for (const name of readdirSync("deploy").filter((name) => !/^Dockerfile/.test(name)))
    expect(guide).toContain(`deploy/${name}`);
});
