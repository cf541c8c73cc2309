import { type Lock, lockedIn } from "./lock.ts";

/** Licenses that require nothing but attribution. */
const FREE = ["MIT", "MIT-0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD"];

interface Exception {
  license: string;
  /** package name prefixes */
  of: readonly string[];
  /** applies only to packages not installed in production */
  devOnly?: boolean;
  why: string;
}

const EXCEPTIONS: readonly Exception[] = [
  {
    license: "LGPL-3.0-or-later",
    of: ["@img/sharp-"],
    why: "libvips is a separate, unmodified library and can be replaced by another build",
  },
  {
    license: "OFL-1.1",
    of: ["@fontsource-variable/"],
    why: "fonts may be served and embedded; they are not sold by themselves or renamed",
  },
  {
    license: "Unlicense",
    of: ["postgres", "fast-sha256", "isbot"],
    why: "given to the public domain",
  },
  {
    license: "MPL-2.0",
    of: ["axe-core", "lightningcss"],
    why: "its files stay under it when they are changed; they are not changed, and axe-core is served with its notice",
  },
  {
    license: "BlueOak-1.0.0",
    of: ["minimatch", "graceful-fs"],
    devOnly: true,
    why: "asks for no more than MIT",
  },
  { license: "Zlib", of: ["pako"], devOnly: true, why: "asks for no more than MIT" },
  { license: "Python-2.0", of: ["argparse"], devOnly: true, why: "permissive, for a tool" },
  { license: "CC-BY-4.0", of: ["caniuse-lite"], devOnly: true, why: "data that builds read" },
];

/** Packages whose licenses are neither allowed nor excepted, and unused exceptions, one sentence each. */
export function checkLicenses(lock: Lock, exceptions = EXCEPTIONS): string[] {
  const used = new Set<Exception>();
  const isFine = (license: string, name: string, dev: boolean) => {
    if (FREE.includes(license)) return true;
    const found = exceptions.find(
      (one) =>
        one.license === license &&
        one.of.some((start) => name.startsWith(start)) &&
        (dev || !one.devOnly),
    );
    if (found) used.add(found);
    return found !== undefined;
  };
  const wrong = lockedIn(lock).flatMap(({ path, name, license = "", dev = false }) => {
    const fine = choices(license).some((all) =>
      all.map((one) => isFine(one, name, dev)).every(Boolean),
    );
    const use = dev ? "a tool" : "part of the site";
    return fine
      ? []
      : [`${path} is ${use} under "${license || "no license"}", which is not allowed.`];
  });
  const idle = exceptions.filter((one) => !used.has(one));
  return [
    ...wrong,
    ...idle.map(({ license, of }) => `No package needs the exception of ${license} for ${of}.`),
  ];
}

/** An SPDX expression as alternatives, each a list that applies together. We have no "(A OR B) AND C". */
const choices = (expression: string) =>
  expression
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .map((one) => one.split(" AND "));
