import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schema } from "#server/runtime/env/schema.ts";
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

test("each file is in the guide", () => {
  const guide = readFileSync("docs/deploy.md", "utf8");
  for (const name of readdirSync("deploy").filter((name) => !/^Dockerfile/.test(name)))
    expect(guide).toContain(`deploy/${name}`);
});
