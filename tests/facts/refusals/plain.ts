import { get, type Refused, type TestedBy } from "./refusal.ts";

/** What the server answers as a whole sentence where there is no page, and where each is tested. */
export const plainAnswers: Record<string, Refused | TestedBy> = {
  "This page has another address.": get("visitor", "/Pricing/"),
  "This page takes too long just now. Please try again in a moment.": {
    file: "server/http/pages/pages.test.ts",
    title: "a render that does not end is given up, with a sentence and 503",
  },
  "The backend does not answer.": {
    file: "server/http/middleware/health.test.ts",
    title: "a backend that does not answer is said, and no more",
  },
  "ready; but content changes are not heard (LISTEN), so pages are made anew every few seconds": {
    file: "server/http/middleware/health.test.ts",
    title: "changes that go unheard are said beside ready, but on Supabase, where none are told",
  },
  "Something went wrong on our side. Please try again. (Request …)": {
    file: "server/http/middleware/failed.test.ts",
    title:
      "what nobody foresaw is a sentence with the number of its line in the log, and no detail",
  },
};
