import { people } from "#tests/support/people.ts";
import type { World } from "../world.ts";
import { dock } from "./files.ts";
import { get, post, type Refused, type TestedBy } from "./refusal.ts";
import { announced, body } from "./upload.ts";

const SERVICES = "/rest/v1/services";
const RPC = "/rest/v1/rpc";
const MEDIA = "/storage/v1/object/media/uploads";
const RENDER = "/storage/v1/render/image/public/media/uploads";

const upload =
  (name: string, init: RequestInit): Refused =>
  ({ ask }) =>
    ask("admin", `${MEDIA}/${name}`, init);

/** Puts a file there, unless it is. */
async function stored({ client }: World, name: string, bytes: Uint8Array, contentType: string) {
  const { error } = await client("admin")
    .storage.from("media")
    .upload(`uploads/${name}`, bytes, { upsert: true, contentType });
  if (error) throw error;
}

/** What has to lie in the bucket before the refusals are asked for. */
export async function prepareServerRefusals(world: World) {
  await stored(world, "dock.png", await dock(), "image/png");
  await stored(world, "rates.pdf", new TextEncoder().encode("%PDF-1.4\n%%EOF"), "application/pdf");
  // A picture by its first bytes alone.
  await stored(world, "torn.png", (await dock()).slice(0, 60), "image/png");
}

/** Someone took the bucket itself away, past its foreign keys. */
const withoutBucket =
  (refused: Refused): Refused =>
  async (world) => {
    const { sql } = world.site;
    await sql`create table storage.kept as table storage.buckets`;
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from storage.buckets`;
    });
    try {
      return await refused(world);
    } finally {
      await sql`insert into storage.buckets select * from storage.kept`;
      await sql`drop table storage.kept`;
    }
  };

/** Every sentence with which the server refuses a request, and how one comes by it. */
export const serverRefusals: Record<string, Refused | TestedBy> = {
  '"…" is given twice.': get("visitor", `${SERVICES}?limit=1&limit=2`),
  "A function takes its parameters in the body.": post("admin", `${RPC}/is_admin_user?a=1`, {}),
  "A parameter is given twice.": post(
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
  "Only JSON is served here.": get("visitor", SERVICES, { accept: "text/csv" }),
  "Only admins can see a preview.": post("stranger", "/admin/preview", { path: "/", drafts: {} }),
  "Please sign in to see a preview.": post("visitor", "/admin/preview", { path: "/", drafts: {} }),
  "The preview can't be made just now. Please try again in a moment.": {
    file: "server/http/preview/preview.test.ts",
    title: "a page that can't be made whole is no preview, and no answer is no yes",
  },
  "Only an admin can search by a pattern like this.": get("visitor", `${SERVICES}?title=imatch.a`),
  "Only the schema public is served here.": get("visitor", SERVICES, { "accept-profile": "auth" }),
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
  "The site is busy just now. Please try again in a moment.": {
    file: "tests/facts/rare.test.ts",
    title: "whoever finds every connection taken is asked to come again",
  },
  "This password is widely used and easy to guess. Please choose another.": {
    file: "tests/backend/accounts/invitations.test.ts",
    title: "an invited admin can't choose what is short or widely used; anybody else may",
  },
  "There is no such function.": post("visitor", `${RPC}/none`, {}),
  "This address has too many parameters.": get(
    "visitor",
    `${SERVICES}?${Array(600).fill("a=1").join("&")}`,
  ),
  "Use POST for this function.": get("visitor", `${RPC}/is_admin_user`),
  "column ….… does not exist": get("visitor", `${SERVICES}?nope=eq.1`),
  "Choose one of these formats: avif, webp, jpeg.": get(
    "visitor",
    `${RENDER}/dock.png?width=320&format=bmp`,
  ),
  "Choose one of these widths: ….": get("visitor", `${RENDER}/dock.png?width=7`),
  "Invalid login credentials": post("visitor", "/auth/v1/token?grant_type=password", {
    email: people.admin.email,
    password: "not this one",
  }),
  "Only an admin can do this.": async ({ ask }) =>
    ask("stranger", `${MEDIA}/mine.png`, body(await dock(), "image/png")),
  "Password must be at least … characters long.": post("visitor", "/auth/v1/signup", {
    email: "short@example.com",
    password: "abc",
  }),
  "Password must be at most … characters long.": post("visitor", "/auth/v1/signup", {
    email: "long@example.com",
    password: "x".repeat(80),
  }),
  "Send JSON.": ({ ask }) => ask("admin", "/rest/v1/faq_items", body("question", "text/csv")),
  "Sign in first.": async ({ ask }) =>
    ask("visitor", `${MEDIA}/mine.png`, body(await dock(), "image/png")),
  "Something went wrong. Please try again.": {
    file: "tests/backend/accounts/timing-and-statuses.test.ts",
    title: "%s statement that waits for ever ends after a second",
  },
  "The database does not answer just now.": {
    file: "tests/backend/database/database.test.ts",
    title: "that does not answer is a 503 in words, and ping says so",
  },
  "The e-mail address of an account can't be changed. Make an account with the other address.":
    post("stranger", "/auth/v1/user", { email: "other@example.com" }, "PUT"),
  "The file is larger than …, the most that can be uploaded.": announced(
    `${MEDIA}/large.png`,
    "image/png",
    51 * 1024 * 1024,
  ),
  "The request is larger than ….": announced("/rest/v1/faq_items", "application/json", 1_100_000),
  "The server's disk is nearly full, so it takes no more files. Whoever runs this site has to make room on it.":
    {
      file: "tests/backend/files/room.test.ts",
      title: "on a disk that is nearly full a file is refused in words, told or not how long it is",
    },
  "The new password must differ from the old one.": post(
    "stranger",
    "/auth/v1/user",
    { password: people.stranger.password },
    "PUT",
  ),
  'The query can\'t be understood at "…".': get("visitor", "/rest/v1/services?limit=many"),
  "The request can't be understood.": post("admin", "/rest/v1/faq_items", "{"),
  "The server is busy. Please try again in a moment.": {
    file: "tests/facts/rare.test.ts",
    title: "whoever comes behind 200 passwords is asked to come again",
  },
  "The upload ended early or can't be read.": upload("half.png", body("x", "multipart/form-data")),
  "The text has a character that can't be stored.": post("admin", "/rest/v1/faq_items", {
    question: "One\u0000?",
    answer: "Yes.",
  }),
  "There is a file of this name already.": async ({ ask }) =>
    ask("admin", `${MEDIA}/dock.png`, body(await dock(), "image/png")),
  "There is no file in the request.": upload(
    "none.png",
    body("--b--\r\n", "multipart/form-data; boundary=b"),
  ),
  "There is no such bucket.": withoutBucket(
    upload("lost.png", body("%PDF-1.4", "application/pdf")),
  ),
  "There is no such file.": get("visitor", "/storage/v1/object/public/media/uploads/none.png"),
  "There is nothing at this address.": get("visitor", "/storage/v1/bucket"),
  "This address is not written correctly.": get("visitor", "/rest/v1/services?select=%00"),
  "This address is too long.": get("visitor", `/rest/v1/services?select=${"a".repeat(8_300)}`),
  "This file can't be resized.": get("visitor", `${RENDER}/torn.png?width=320`),
  "This file is not an image.": get("visitor", `${RENDER}/rates.pdf?width=320`),
  "This is not a valid file name.": async ({ ask }) =>
    ask("admin", `${MEDIA}/a%2Fb.png`, body(await dock(), "image/png")),
  "This kind of file can't be uploaded. Choose an image, a video, a sound, a PDF or a Word document.":
    upload("page.png", body("<html><script>1</script></html>", "image/png")),
  "This link has expired or was used already.": post("visitor", "/auth/v1/verify", {
    token_hash: "no-such-link",
    type: "recovery",
  }),
  "This part of the file does not exist.": get("visitor", `${MEDIA}/dock.png`, {
    range: "bytes=99999999-",
  }),
  "Too many images at once. Try again.": {
    file: "tests/facts/rare.test.ts",
    title: "whoever comes behind 100 pictures is asked to come again",
  },
  "Your session has ended. Sign in again.": get("visitor", "/auth/v1/user", {
    authorization: "Bearer a.b.c",
  }),
  "Too many requests. Please wait … and try again.": {
    file: "tests/attacks/floods.test.ts",
    title: "what is made anew for each who asks has a limit; pages that are kept have none",
  },
  "… Please wait … and try again.": {
    file: "tests/backend/requests/limits.test.ts",
    title: "guessing one person's password is stopped with a sentence",
  },
  "Another site can't do this.": ({ ask }) =>
    ask("admin", "/rest/v1/faq_items?id=not.is.null", {
      method: "DELETE",
      headers: { "sec-fetch-site": "cross-site" },
    }),
  "This form came from another site. Please fill it in here.": ({ ask }) =>
    ask("visitor", "/contact", {
      method: "POST",
      headers: { origin: "https://elsewhere.example" },
      body: new URLSearchParams({ name: "Ada Park" }),
    }),
  "This form came without its length. Please send it again.": ({ ask }) =>
    ask("visitor", "/contact", {
      method: "POST",
      body: new Blob(["name=Ada"]).stream(),
      duplex: "half",
    } as RequestInit),
  "This is more than the form can take. Please shorten it.": ({ ask }) =>
    ask("visitor", "/contact", {
      method: "POST",
      body: new URLSearchParams({ message: "x".repeat(2_000_000) }),
    }),
  "Send METRICS_TOKEN as a bearer token.": {
    file: "server/http/metrics/metrics.test.ts",
    title: "beside the pages only who has the token sees them",
  },
  "This method is not supported here.": ({ ask }) => ask("visitor", "/", { method: "DELETE" }),
};
