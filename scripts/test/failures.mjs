// What failed in a suite, read from its report: the name of each test, and why.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { inRoot } from "../prepare.mjs";

/** Longer reasons are cut, so that one failure doesn't push the others out of a log's last lines. */
const MOST_CHARACTERS = 3_000;

/** One failure: the name of the test, or of the suite, and why. */
export const failure = (test, why) => ({
  test,
  why: stripVTControlCharacters(why).trim().slice(0, MOST_CHARACTERS),
});

/** The failures in Vitest's report. */
export const failedRules = ({ testResults }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(inRoot(), name);
    const failed = assertionResults.filter((one) => one.status === "failed");
    if (failed.length === 0) return status === "failed" ? [failure(file, message)] : [];
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${file}: ${fullName}`, failureMessages.join("\n")),
    );
  });

/**
 * The failures in Playwright's report, each with when it ran and what its page showed at the end.
 * @param {{ suites?: any[], specs?: any[] }} report
 */
export const failedJourneys = ({ suites = [], specs = [] }, path = []) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const errors = results.flatMap((one) => one.errors.map(({ message }) => message));
      const pages = results.flatMap((one) => one.attachments.flatMap(snapshots));
      const why = [...results.map(ran), ...errors, ...pages].join("\n");
      return failure([...path, title].join(" › "), why);
    }),
  ...suites.flatMap((suite) => failedJourneys(suite, [...path, suite.title])),
];

/** When it ran: two failures at the same moment share a cause. */
const ran = ({ startTime, duration, workerIndex }) =>
  `began ${startTime}, took ${(duration / 1_000).toFixed(1)} s, worker ${workerIndex}`;

/** The pages in a failure's report, as the runner's lists of roles and names. */
const snapshots = ({ name, path }) =>
  name === "error-context" && path
    ? [...readFileSync(path, "utf8").matchAll(/^```yaml\n(.*?)^```/gms)].map(([, page]) => page)
    : [];

/** Prints the failures again after everything else, where the reader of a long log looks first. */
export function repeat(failures) {
  for (const { test, why } of failures) console.log(`\nFAILED ${test}\n${why}`);
}
