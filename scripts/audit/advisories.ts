import { spawnSync } from "node:child_process";
import { type Lock, lockedIn } from "./lock.ts";

interface Advisory {
  /** name@version */
  package: string;
  severity: string;
  title: string;
  url: string;
}

/** The registry's last answer, kept in the repository. */
export interface Saved {
  /** the day, or null: it never was asked */
  saved: string | null;
  /** name@version of each package that it was asked about */
  packages: string[];
  advisories: Advisory[];
}

/** What `npm audit --json` prints, as far as it is read. */
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

/** Asks the registry by way of npm, which knows it. @returns why there is no answer, or the answer */
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

/** The answer in the shape in which it is kept. @param day YYYY-MM-DD */
export function toSave({ vulnerabilities = {} }: Answer, lock: Lock, day: string): Saved {
  const advisories = Object.entries(vulnerabilities).flatMap(([name, { via, nodes }]) =>
    // A name alone is another package of the same answer, on which this one depends.
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

/** What is known against the packages of the lock file, and what is not known, one sentence each. */
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
