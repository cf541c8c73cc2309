import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VERSIONS } from "../scripts/hosted/tools.ts";

const SUPABASE = join(import.meta.dirname, "../supabase");
const config = readFileSync(join(SUPABASE, "config.toml"), "utf8");
const sections = [...config.matchAll(/^\[(.+)\]$/gm)].map(([, name]) => name);

test("each function of the folder is deployed without a gateway in front, and no other is named", () => {
  const folders = readdirSync(join(SUPABASE, "functions")).filter((name) => name !== "_shared");
  const named = sections.filter((name) => name?.startsWith("functions."));
  expect(named.sort()).toEqual(folders.map((name) => `functions.${name}`).sort());
  expect(config.match(/^verify_jwt = false$/gm)).toHaveLength(folders.length);
});

test("has only sections and keys that the Supabase CLI 3 accepts", () => {
  expect(sections).not.toContain("inbucket");
  expect(config).not.toMatch(/\[auth\.email\][^[]*enable_signup/);
});

test("pins the packages of each function that needs some", () => {
  const folder = join(SUPABASE, "functions");
  const senders = readdirSync(folder)
    .filter((name) => name !== "_shared")
    .filter((name) =>
      readFileSync(join(folder, name, "index.ts"), "utf8").includes("/webhooks/send"),
    );
  expect(senders).toContain("send-webhooks");
  const { dependencies } = JSON.parse(readFileSync(join(SUPABASE, "../package.json"), "utf8"));
  const imports = Object.fromEntries(
    ["ipaddr.js", "standardwebhooks"].map((name) => [name, `npm:${name}@${dependencies[name]}`]),
  );
  const importsOf = (name: string) =>
    JSON.parse(readFileSync(join(folder, name, "deno.json"), "utf8")).imports;
  for (const name of senders) expect(importsOf(name)).toEqual(imports);
  expect(importsOf("check-links")).toEqual({ "ipaddr.js": imports["ipaddr.js"] });
  const parser = `npm:postal-mime@${dependencies["postal-mime"]}`;
  expect(importsOf("inbound-mail")).toEqual({ "postal-mime": parser });
});

/** The text of all files below a folder with this extension. */
const textsIn = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");

test("the manual for Supabase says what the code needs, with the CLI that is tested", () => {
  const manual = readFileSync(join(SUPABASE, "../docs/deploy-supabase.md"), "utf8");
  const clis = [...manual.matchAll(/supabase@([\d.]+)/g)].map(([, version]) => version);
  expect(new Set(clis)).toEqual(new Set([VERSIONS.supabase]));

  const jobs = textsIn(join(SUPABASE, "migrations"), ".sql").match(/cron\.schedule\(.*\)$/gm);
  expect(jobs?.length).toBeGreaterThan(0);
  for (const job of jobs ?? []) expect(manual).toContain(`select ${job};`);

  const code = textsIn(join(SUPABASE, "functions"), ".ts");
  const secrets = new Set([...code.matchAll(/env\("([A-Z_]+)"\)/g)].map(([, name]) => name));
  expect(secrets).toContain("MAIL_API_KEY");
  for (const secret of secrets) expect(manual).toContain(secret);

  const called = [...manual.matchAll(/functions\/v1\/([a-z-]+)/g)].map(([, name]) => name);
  expect(called.toSorted()).toEqual(["check-links", "send-mails", "send-webhooks"]);
  for (const name of called) expect(sections).toContain(`functions.${name}`);
});
