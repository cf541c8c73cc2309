import { get, type Refused, type TestedBy } from "./refusal.ts";

/** Whole sentences that the server answers outside of pages, and where each is tested. */
export const plainAnswers: Record<string, Refused | TestedBy> = {
  "This page has another address.": get("visitor", "/Pricing/"),
  "This page is taking too long. Please try again in a moment.": {
    file: "server/http/pages/tests/pages.test.ts",
    title: "answers 503 with a message when a render does not end",
  },
  "Only /metrics is served here.": {
    file: "server/http/metrics/metrics.test.ts",
    title: "needs no token on their own port unless one is set, and serves nothing else",
  },
  "not ready": {
    file: "server/http/middleware/health.test.ts",
    title: "tells a stranger only whether it serves: %s",
  },
  "This process is shutting down.": {
    file: "tests/server/process/replace.test.ts",
    title: "replaces two processes one by one under load, without a failed request",
  },
  "Something went wrong on our end. Please try again. (Request …)": {
    file: "server/http/middleware/failed.test.ts",
    title: "answers an unexpected error with a request id, and no detail",
  },
};
