/** What a screenshot that the browser never gave out leaves as the error of its journey. */
const HUNG = /^\w*Error: page\.screenshot: (Timeout|Test ended)/;

/** Words as Playwright's --grep takes them: as they stand. */
export const literally = (words) => words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/**
 * The journeys of a Playwright JSON report that failed first and passed on their second try, in two
 * kinds: `hung` met a browser that hangs, which says nothing of the site; `wavering` failed for some
 * other reason, which is a fault of theirs or ours until more tries say otherwise. Each as the words
 * that Playwright's --grep finds it by: file, groups and title, in the order of the report.
 */
export function flaky(report) {
  const found = { hung: [], wavering: [] };
  const look = ({ suites = [], specs = [] }, path) => {
    for (const { title, tests } of specs)
      for (const { status, results } of tests) {
        if (status !== "flaky") continue;
        const hung = results[0].errors.some(({ message }) => HUNG.test(message));
        found[hung ? "hung" : "wavering"].push([...path, title].join(" "));
      }
    for (const suite of suites) look(suite, [...path, suite.title]);
  };
  look(report, []);
  return found;
}
