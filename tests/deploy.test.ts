import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(/^ARG NODE=(.+)$/m.exec(file("Dockerfile"))?.[1]).toBe(dependencies.node);
});

test("finds what the image copies and starts", () => {
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

test("the image does not run as root, listens on all interfaces and stores data outside", () => {
  const said = (name: string) => image.steps.find((step) => step.name === name)?.text;
  const { HOST, DATA_DIR } = environmentOf(image);
  expect([said("USER"), said("VOLUME"), HOST]).toEqual(["node", DATA_DIR, "0.0.0.0"]);
});

test.each([
  ["compose.env", /^([A-Z_]+)=/gm],
  ["compose.postgres.yaml", /^ {6}([A-Z_]+):/gm],
  ["loading-dock.service", /\b([A-Z_]+)=[\w/]/g],
])("%s sets only known settings", (name, pattern) => {
  const named = Array.from(file(name).matchAll(pattern), ([, setting = ""]) => setting);
  expect(named.length).toBeGreaterThan(0);
  for (const setting of named) expect(settings).toContain(setting);
});

test("compose.yaml sets nothing that overrides .env", () => {
  expect(file("compose.yaml")).not.toContain("environment:");
  expect(file("compose.yaml")).toMatch(/ compose\.env\n.* path: \.\.\/\.env\n/);
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

test("the unit for a second process differs from the first in its port alone", () => {
  const common = (name: string) =>
    file(name)
      .split("\n")
      .filter((line) => !/^(#|Description=)/.test(line))
      .join("\n")
      .replace("/usr/bin/env -u METRICS_PORT -u METRICS_HOST -u WORKERS PORT=%i ", "");
  expect(common("loading-dock@.service")).toBe(common("loading-dock.service"));
  expect(file("loading-dock@.service")).toContain(" PORT=%i ");
  expect(file("nginx.conf")).toContain("127.0.0.1:3010");
});

test("refuses to start a program with another version's build", async () => {
  const folder = await temporaryFolder();
  for (const name of ["scripts", "app", "build", "node_modules/node/bin"])
    mkdirSync(join(folder, name), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const lock = JSON.stringify({ packages: { "node_modules/react": { version: "1.0.0" } } });
  for (const name of ["build.mjs", "prepare.mjs"])
    write(`scripts/${name}`, readFileSync(`scripts/${name}`, "utf8"));
  for (const name of ["package-lock.json", "node_modules/.package-lock.json"]) write(name, lock);
  write("app/page.ts", "one");
  // This build does nothing.
  writeFileSync(join(folder, "node_modules/node/bin/node"), "#!/bin/sh\n", { mode: 0o755 });

  const [, words = ""] = /^ExecStartPre=\S+ (.+)$/m.exec(file("loading-dock.service")) ?? [];
  const check = () => {
    const { status, stderr } = spawnSync(process.execPath, words.split(" "), {
      cwd: folder,
      encoding: "utf8",
    });
    return [status, stderr];
  };
  const refused = [1, expect.stringMatching(/^The program has changed .* && npm run build\n$/)];
  expect(check()).toEqual(refused);
  spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: folder });
  expect(check()).toEqual([0, ""]);
  write("app/page.ts", "two");
  expect(check()).toEqual(refused);
  write("app/page.ts", "one");
  write("package-lock.json", lock.replace("1.0.0", "1.0.1"));
  expect(check()).toEqual(refused);
});

describe("deploy/loading-dock", () => {
  /** Its output and exit code, with these lines in the settings file. */
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

  test("takes settings for one command, which win over the file's", async () => {
    const { folder, status, said } = await commandWith(
      (folder) => `DATA_DIR=${folder}/data\nBACKUP_TO=${folder}/backups`,
      ...["DATA_DIR=/nowhere/my data", "LOG_LEVEL=error", "check-history"],
    );
    expect(said).toContain("There is no site in DATA_DIR /nowhere/my data.");
    expect(said).not.toContain(folder);
    expect(status).toBe(1);
  });

  test("refuses a setting with an unknown name", async () => {
    const { status, said } = await commandWith(() => "", "DATA-DIR=/nowhere", "backup");
    expect([status, said]).toEqual([1, "DATA-DIR is not the name of a setting.\n"]);
  });

  test("runs psql on the database of DATABASE_URL, and not without one", async () => {
    const { status, said } = await commandWith(() => "", "psql", "-c", "select 1");
    expect([status, said]).toEqual([1, expect.stringMatching(/^psql needs DATABASE_URL in /)]);
    const folder = await temporaryFolder();
    writeFileSync(join(folder, "psql"), '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 });
    const { said: asked } = await commandWith(
      () => "DATABASE_URL=postgresql://site:a%20b@db/site",
      ...[`PATH=${folder}:${process.env.PATH}`, "psql", "-c", "select 1"],
    );
    expect(asked).toBe("postgresql://site:a%20b@db/site|-c|select 1|");
  });

  test("reports a wrong setting as the server does", async () => {
    const { said } = await commandWith(() => "BACKUP_AT=noon", "backup");
    expect(said).toBe('BACKUP_AT is "noon". Use a time of day like 03:00, or off.\n');
  });

  test("knows every command and no other word", async () => {
    const { status, said } = await commandWith(() => "", "../index");
    expect(status).toBe(1);
    const [, listed = ""] = /^(admin \| .+)\)$/m.exec(file("loading-dock")) ?? [];
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

test("bounds the log wherever it is stored", () => {
  expect(file("journald.conf")).toMatch(/^SystemMaxUse=\d+[MG]$/m);
  for (const name of ["compose.yaml", "compose.postgres.yaml"])
    expect(file(name)).toMatch(/driver: local\n +options: { max-size: \d+m, max-file: "\d+" }/);
});

test("each file is in the guide", () => {
  const guide = readFileSync("docs/deploy.md", "utf8");
  for (const name of readdirSync("deploy").filter((name) => !/^Dockerfile/.test(name)))
    expect(guide).toContain(`deploy/${name}`);
});
