/** What a screenshot that the browser never gave out leaves as the error of its journey. */
const HUNG = /^\w*Error: page\.screenshot: (Timeout|Test ended)/;

/**
 * The journeys of a Playwright JSON report that failed first and passed on their second try, in two
 * kinds: `hung` met a browser that hangs, which says nothing of the site; `wavering` failed for some
 * other reason, which is a fault of theirs or ours. Titles, in the order of the report.
 */
export function flaky(report) {
  const found = { hung: [], wavering: [] };
  const look = ({ suites = [], specs = [] }) => {
    for (const { title, tests } of specs)
      for (const { status, results } of tests) {
        if (status !== "flaky") continue;
        const hung = results[0].errors.some(({ message }) => HUNG.test(message));
        found[hung ? "hung" : "wavering"].push(title);
      }
    suites.forEach(look);
  };
  look(report);
  return found;
}
