import { people } from "#tests/support/people.ts";
import { bucketRefusals } from "./bucket.ts";
import { get, post, type Refused, type TestedBy } from "./refusal.ts";
import { secondFactorRefusals } from "./second-factor.ts";
import { announced, body } from "./upload.ts";

const SERVICES = "/rest/v1/services";
const RPC = "/rest/v1/rpc";

/** Every sentence with which the server refuses a request, and what causes it. */
export const serverRefusals: Record<string, Refused | TestedBy> = {
  ...bucketRefusals,
  ...secondFactorRefusals,
  '"…" is given twice.': get("visitor", `${SERVICES}?limit=1&limit=2`),
  "A function takes its parameters in the body.": post("admin", `${RPC}/is_admin_user?a=1`, {}),
  "A parameter appears more than once.": post(
    "visitor",
    "/auth/v1/token?grant_type=password&grant_type=password",
    people.admin,
  ),
  "All object keys must match": post("admin", "/rest/v1/faq_items", [
    { question: "One?", answer: "Yes." },
    { question: "Two?" },
  ]),
  "Cannot coerce the result to a single JSON object": get("visitor", SERVICES, {
    accept: "application/vnd.pgrst.object+json",
  }),
  "This is for page rendering only.": post("visitor", `${RPC}/page_rows`, { asked: [] }),
  "Too many wrong secrets.": {
    file: "server/backend/functions/receive-mail.test.ts",
    title: "allows an address 30 wrong secrets, and counts no right ones",
  },
  "Post emails to ….": {
    file: "tests/server/hosted.test.ts",
    title: "says where a project's function takes emails",
  },
  "The answer would be larger than …. Ask for fewer rows or columns.": {
    file: "tests/attacks/answers/answers.test.ts",
    title: "undoes a write whose response is too large",
  },
  "The request took too long to arrive. Please try again.": {
    file: "server/backend/gateway/request/json.test.ts",
    title: "refuses a body that takes longer than a minute",
  },
  "This is taking too long. Please try again in a moment.": {
    file: "tests/attacks/both-sides.test.ts",
    title: "$what has $ms ms and no more",
  },
  "Only JSON is served here.": get("visitor", SERVICES, { accept: "text/csv" }),
  "Only editors and admins can see a preview.": post("stranger", "/admin/preview", {
    path: "/",
    drafts: {},
  }),
  "Please sign in to see a preview.": post("visitor", "/admin/preview", { path: "/", drafts: {} }),
  "The preview can't be shown right now. Please try again in a moment.": {
    file: "server/http/preview/preview.test.ts",
    title: "refuses an incomplete preview, and treats no answer as a refusal",
  },
  "This isn't a report of a visit.": post("visitor", "/visits", {}),
  "Send the comment with the form in the preview.": post("visitor", "/preview/unknown", {}),
  "This can't be done right now. Try again in a moment.": {
    file: "server/http/unsubscribe/unsubscribe.test.ts",
    title: "reports a busy database, so that the mail program retries",
  },
  "Only staff can search by a pattern like this.": get("visitor", `${SERVICES}?title=imatch.a`),
  "Only the public schema is available.": get("visitor", SERVICES, { "accept-profile": "auth" }),
  "Requested range not satisfiable": get("visitor", `${SERVICES}?offset=9999`, {
    prefer: "count=exact",
  }),
  "Send the publishable key as apikey.": get("visitor", SERVICES, { apikey: "sb_secret_guess" }),
  "The function … can't be called with these parameters.": post("admin", `${RPC}/admin_set_admin`, {
    user: "me",
  }),
  "The query has too many conditions.": get(
    "visitor",
    `${SERVICES}?or=(${Array(101).fill("title.eq.a").join(",")})`,
  ),
  "The client disconnected.": {
    file: "tests/backend/requests/concurrency-limiter.test.ts",
    title: "skips queued work of disconnected clients",
  },
  "The site is busy. Please try again in a moment.": {
    file: "tests/facts/rare.test.ts",
    title: "answers 503 when every connection is in use",
  },
  "This password is common and easy to guess. Please choose another.": {
    file: "tests/backend/accounts/invitations.test.ts",
    title: "refuses weak passwords for invited admins only",
  },
  "There is no such function.": post("visitor", `${RPC}/none`, {}),
  "This address has too many parameters.": get(
    "visitor",
    `${SERVICES}?${Array(600).fill("a=1").join("&")}`,
  ),
  "Use POST for this function.": get("visitor", `${RPC}/is_admin_user`),
  "column ….… does not exist": get("visitor", `${SERVICES}?nope=eq.1`),
  // The team's failed sign-ins are logged (tests/db/audit-log), a stranger's change nothing.
  "Invalid login credentials": post("visitor", "/auth/v1/token?grant_type=password", {
    email: "nobody@example.com",
    password: "not this one",
  }),
  "Password must be at least … characters long.": post("visitor", "/auth/v1/signup", {
    email: "short@example.com",
    password: "abc",
  }),
  "Password must be at most … characters long.": post("visitor", "/auth/v1/signup", {
    email: "long@example.com",
    password: "x".repeat(80),
  }),
  "Send JSON.": ({ ask }) => ask("admin", "/rest/v1/faq_items", body("question", "text/csv")),
  "Something went wrong. Please try again.": {
    file: "tests/backend/accounts/statuses.test.ts",
    title: "ends %s hanging statement after a second",
  },
  "The database isn't responding.": {
    file: "tests/backend/database/database.test.ts",
    title: "answers 503 in words when it doesn't respond",
  },
  "An account's email address can't be changed. Create an account with the new address.": post(
    "stranger",
    "/auth/v1/user",
    { email: "other@example.com" },
    "PUT",
  ),
  "The request is larger than ….": announced("/rest/v1/faq_items", "application/json", 1_100_000),
  "Your new password must be different from the old one.": post(
    "stranger",
    "/auth/v1/user",
    { password: people.stranger.password },
    "PUT",
  ),
  "Your current password isn't right.": post(
    "stranger",
    "/auth/v1/user",
    { password: "hand-truck-78", current_password: "not this one" },
    "PUT",
  ),
  "Enter your current password, too.": {
    file: "tests/backend/accounts/auth.test.ts",
    title: "15 minutes after sign-in, a new password takes the current one",
  },
  'The query can\'t be understood at "…".': get("visitor", "/rest/v1/services?limit=many"),
  "The request can't be understood.": post("admin", "/rest/v1/faq_items", "{"),
  "The server is busy. Please try again in a moment.": {
    file: "tests/facts/rare.test.ts",
    title: "answers 503 behind 200 password checks",
  },
  "The text has a character that can't be stored.": post("admin", "/rest/v1/faq_items", {
    question: "One\u0000?",
    answer: "Yes.",
  }),
  "There is nothing at this address.": get("visitor", "/storage/v1/bucket"),
  "This address isn't valid.": get("visitor", "/rest/v1/services?select=%00"),
  "Send exactly one Host header.": {
    file: "server/http/middleware/middleware.test.ts",
    title: "requires exactly one host in a request",
  },
  "This address is too long.": get("visitor", `/rest/v1/services?select=${"a".repeat(8_300)}`),
  "This link has expired or was already used.": post("visitor", "/auth/v1/verify", {
    token_hash: "no-such-link",
    type: "recovery",
  }),
  "Your session has ended. Sign in again.": get("visitor", "/auth/v1/user", {
    authorization: "Bearer a.b.c",
  }),
  "Too many requests. Please wait … and try again.": {
    file: "tests/attacks/floods.test.ts",
    title: "limits uncached pages, and not cached ones",
  },
  "… Please wait … and try again.": {
    file: "tests/backend/requests/limits.test.ts",
    title: "guessing one person's password is stopped with a sentence",
  },
  "Requests from other sites aren't allowed.": ({ ask }) =>
    ask("admin", "/rest/v1/faq_items?id=not.is.null", {
      method: "DELETE",
      headers: { "sec-fetch-site": "cross-site" },
    }),
  "This form came from another site. Please fill it out here.": ({ ask }) =>
    ask("visitor", "/contact", {
      method: "POST",
      headers: { origin: "https://elsewhere.example" },
      body: new URLSearchParams({ name: "Ada Park" }),
    }),
  "Something went wrong while sending the form. Please try again.": ({ ask }) =>
    ask("visitor", "/contact", {
      method: "POST",
      body: new Blob(["name=Ada"]).stream(),
      duplex: "half",
    } as RequestInit),
  "Your message is too long. Please shorten it.": ({ ask }) =>
    ask("visitor", "/contact", {
      method: "POST",
      body: new URLSearchParams({ message: "x".repeat(2_000_000) }),
    }),
  "Send METRICS_TOKEN as a bearer token.": {
    file: "server/http/metrics/metrics.test.ts",
    title: "requires the token on the pages' port",
  },
  "This method isn't supported here.": ({ ask }) => ask("visitor", "/", { method: "DELETE" }),
};
