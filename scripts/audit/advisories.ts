import { spawnSync } from "node:child_process";
import { type Lock, lockedIn } from "./lock.ts";

interface Advisory {
  /** name@version */
  package: string;
  severity: string;
  title: string;
  url: string;
}

/** The registry's last response, committed to the repository. */
export interface Saved {
  /** the date, or null if the registry was never queried */
  saved: string | null;
  /** name@version of each package in that query */
  packages: string[];
  advisories: Advisory[];
}

/** The parts of `npm audit --json` output that we read. */
interface Answer {
  message?: string;
  vulnerabilities?: Record<string, { via: (string | Via)[]; nodes: string[] }>;
}
interface Via {
  name: string;
  title: string;
  url: string;
  severity: string;
}

export const packagesOf = (lock: Lock) =>
  [...new Set(lockedIn(lock).map(({ name, version }) => `${name}@${version}`))].toSorted();

/** Queries the registry through npm. @returns the response, or why there is none */
export function askRegistry(folder: string): string | Answer {
  const asked = spawnSync("npm", ["audit", "--json"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  try {
    const answer: Answer = JSON.parse(asked.stdout);
    return answer.vulnerabilities ? answer : (answer.message ?? "npm gave no reason");
  } catch {
    return asked.error?.message ?? "npm printed nothing that can be read";
  }
}

/** Converts the response to the saved format. @param day YYYY-MM-DD */
export function toSave({ vulnerabilities = {} }: Answer, lock: Lock, day: string): Saved {
  const advisories = Object.entries(vulnerabilities).flatMap(([name, { via, nodes }]) =>
    // A plain name refers to another package in the same response that this one depends on.
    via.flatMap((one) =>
      typeof one === "string"
        ? []
        : nodes.map((path) => ({
            package: `${name}@${lock.packages[path]?.version}`,
            severity: one.severity,
            title: one.title,
            url: one.url,
          })),
    ),
  );
  return { saved: day, packages: packagesOf(lock), advisories };
}

/** Known advisories against the locked packages, and packages not yet checked, one sentence each. */
export function checkAdvisories(lock: Lock, known: Saved): string[] {
  if (!known.saved)
    return [
      "No advisories were saved yet, so nothing is known. Where the registry answers: npm run audit -- --save",
    ];
  const here = packagesOf(lock);
  const unasked = here.filter((one) => !known.packages.includes(one));
  return [
    ...known.advisories
      .filter((one) => here.includes(one.package))
      .map((one) => `${one.package}: ${one.title} (${one.severity}), ${one.url}`),
    ...(unasked.length > 0
      ? [`Nothing is known of ${unasked.length} packages that came later: ${unasked.join(", ")}.`]
      : []),
  ];
}
