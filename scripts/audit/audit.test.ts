import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkAdvisories, packagesOf, type Saved, toSave } from "./advisories.ts";
import { checkLicenses } from "./licenses.ts";
import { checkLock, type Lock, type LockedPackage } from "./lock.ts";

const integrity = `sha512-${"a".repeat(86)}==`;
const fine: LockedPackage = { version: "1.2.3", license: "MIT", integrity };
const lockOf = (packages: Record<string, LockedPackage>): Lock => ({
  lockfileVersion: 3,
  packages: { "": {}, ...packages },
});
const said = (one: LockedPackage, manifest = {}) =>
  checkLock(lockOf({ "node_modules/a": { ...fine, ...one } }), manifest);

test("accepts a registry package with a digest and no install script", () => {
  expect(said({})).toEqual([]);
});

test.each([
  [{ integrity: undefined }, "node_modules/a has no integrity (sha512) in the lock file."],
  [{ integrity: "sha1-abc=" }, "node_modules/a has no integrity (sha512) in the lock file."],
  [{ inBundle: true, integrity: undefined }, "node_modules/a has no integrity"],
  [{ resolved: "git+ssh://git@host/a.git" }, "comes from git+ssh://git@host/a.git, not from"],
  [{ resolved: "http://host/a.tgz" }, "comes from http://host/a.tgz, not from the registry."],
  [{ link: true }, "comes from a link, not from the registry."],
  [{ hasInstallScript: true }, "a runs a script when it is installed. Say in allowScripts"],
])("%o is a problem", (one, words) => {
  expect(said(one)).toEqual([expect.stringContaining(words)]);
});

test("accepts reviewed scripts, and those inside another archive", () => {
  for (const may of [true, false])
    expect(said({ hasInstallScript: true }, { allowScripts: { a: may } })).toEqual([]);
  const inside = { version: "1.0.0", license: "MIT", inBundle: true };
  expect(
    checkLock(lockOf({ "node_modules/a": fine, "node_modules/a/node_modules/b": inside }), {}),
  ).toEqual([]);
});

test.each(["^1.0.0", "~1.0.0", "1.x", "*", "latest", "github:a/b", "file:../a"])(
  "refuses a dependency given as %s",
  (version) => {
    const words = `a is asked for as "${version}". Pin one version.`;
    expect(said({}, { dependencies: { a: version } })).toEqual([words]);
    expect(said({}, { devDependencies: { a: version } })).toEqual([words]);
  },
);

const exception = { license: "MPL-2.0", of: ["a"], devOnly: true, why: "a tool" };
const licensed = (
  license: string | undefined,
  more: LockedPackage = {},
  exceptions = [exception],
) => checkLicenses(lockOf({ "node_modules/a": { ...fine, license, ...more } }), exceptions);

test.each(["MIT", "Apache-2.0", "(GPL-3.0 OR MIT)", "MIT AND ISC"])("%s is allowed", (license) => {
  expect(licensed(license, {}, [])).toEqual([]);
});

test.each([undefined, "GPL-3.0", "MIT AND GPL-3.0", "UNLICENSED", "SEE LICENSE IN LICENSE"])(
  "%s is not",
  (license) => {
    expect(licensed(license, {}, [])).toEqual([
      `node_modules/a is part of the site under "${license ?? "no license"}", which is not allowed.`,
    ]);
  },
);

test("limits an exception to its packages and use, and reports unused ones", () => {
  expect(licensed("MPL-2.0", { dev: true })).toEqual([]);
  expect(licensed("MPL-2.0")).toEqual([
    expect.stringContaining("part of the site"),
    "No package needs the exception of MPL-2.0 for a.",
  ]);
});

const lock = lockOf({ "node_modules/a": fine, "node_modules/b": fine });
const answer = {
  vulnerabilities: {
    a: {
      via: [
        { name: "a", title: "Reads files", url: "https://advisories.example/1", severity: "high" },
      ],
      nodes: ["node_modules/a"],
    },
    b: { via: ["a"], nodes: ["node_modules/b"] },
  },
};

test("caches the registry's answers by version", () => {
  const saved = toSave(answer, lock, "2026-11-23");
  expect(saved).toMatchObject({ saved: "2026-11-23", packages: ["a@1.2.3", "b@1.2.3"] });
  expect(checkAdvisories(lock, saved)).toEqual([
    "a@1.2.3: Reads files (high), https://advisories.example/1",
  ]);
  const newer = lockOf({ "node_modules/a": { ...fine, version: "1.2.4" }, "node_modules/b": fine });
  expect(checkAdvisories(newer, saved)).toEqual([
    "Nothing is known of 1 packages that came later: a@1.2.4.",
  ]);
});

test("knows nothing without any answer", () => {
  const never: Saved = { saved: null, packages: [], advisories: [] };
  expect(checkAdvisories(lock, never)).toEqual([
    expect.stringContaining("No advisories were saved"),
  ]);
});

test("accepts the repository's own lock file, apart from advisories", () => {
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
  const own: Lock = read("package-lock.json");
  expect(packagesOf(own).length).toBeGreaterThan(100);
  expect([...checkLock(own, read("package.json")), ...checkLicenses(own)]).toEqual([]);
});
