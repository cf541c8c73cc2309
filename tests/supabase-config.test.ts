import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SUPABASE = join(import.meta.dirname, "../supabase");
const config = readFileSync(join(SUPABASE, "config.toml"), "utf8");
const sections = [...config.matchAll(/^\[(.+)\]$/gm)].map(([, name]) => name);

test("each function of the folder is deployed without a gate in front, and no other is named", () => {
  const folders = readdirSync(join(SUPABASE, "functions")).filter((name) => name !== "_shared");
  const named = sections.filter((name) => name?.startsWith("functions."));
  expect(named.sort()).toEqual(folders.map((name) => `functions.${name}`).sort());
  expect(config.match(/^verify_jwt = false$/gm)).toHaveLength(folders.length);
});

test("no section or key stands there that the Supabase CLI 3 refuses or warns of", () => {
  expect(sections).not.toContain("inbucket");
  expect(config).not.toMatch(/\[auth\.email\][^[]*enable_signup/);
});

test("each function that sends to webhooks says where its packages come from, in our versions", () => {
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
  for (const name of senders)
    expect(JSON.parse(readFileSync(join(folder, name, "deno.json"), "utf8"))).toEqual({ imports });
});
