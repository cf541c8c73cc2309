import { request } from "node:http";
import { people } from "#tests/support/people.ts";
import { picture } from "#tests/support/png.ts";
import type { World } from "../world.ts";
import { get, post, type Refused, type TestedBy } from "./refusal.ts";

const MEDIA = "/storage/v1/object/media/uploads";
const RENDER = "/storage/v1/render/image/public/media/uploads";

const body = (bytes: BodyInit, type: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": type },
  body: bytes,
});

const upload =
  (name: string, init: RequestInit): Refused =>
  ({ ask }) =>
    ask("admin", `${MEDIA}/${name}`, init);

const dock = async () => new Uint8Array((await picture("dock.png", "#336699")).buffer);

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

/** Says how long the file will be, and sends nothing of it. */
const announced =
  (length: number): Refused =>
  async ({ site, client }) => {
    const { data } = await client("admin").auth.getSession();
    const headers = {
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "image/png",
      "content-length": length,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const sent = request(`${site.url}${MEDIA}/large.png`, {
      method: "POST",
      headers,
      agent: false,
    });
    sent.on("response", async (answer) => {
      const said = (await answer.toArray()).join("");
      resolve(new Response(said, { status: answer.statusCode }));
      sent.destroy();
    });
    sent.on("error", reject);
    sent.flushHeaders();
    return promise;
  };

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
  "Rows that leave different columns to their defaults can't be read back by the same request. Give every row the same keys, or leave select() out.":
    ({ ask }) =>
      ask("admin", "/rest/v1/faq_items?columns=question,answer,is_active&select=id", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          prefer: "missing=default,return=representation",
        },
        body: JSON.stringify([
          { question: "One?", answer: "Yes." },
          { question: "Two?", answer: "Yes.", is_active: false },
        ]),
      }),
  "Send JSON.": ({ ask }) => ask("admin", "/rest/v1/faq_items", body("question", "text/csv")),
  "Send the site's publishable key.": get("visitor", "/auth/v1/user", { apikey: "another" }),
  "Sign in first.": async ({ ask }) =>
    ask("visitor", `${MEDIA}/mine.png`, body(await dock(), "image/png")),
  "Something went wrong. Please try again.": {
    file: "tests/backend/mends.test.ts",
    title: "a statement that waits for ever ends after eight seconds",
  },
  "The database does not answer just now.": {
    file: "tests/backend/database.test.ts",
    title: "that does not answer is a 503 in words, and ping says so",
  },
  "The e-mail address of an account can't be changed. Make an account with the other address.":
    post("stranger", "/auth/v1/user", { email: "other@example.com" }, "PUT"),
  "The file is larger than …, the most that can be uploaded.": announced(51 * 1024 * 1024),
  "The new password must differ from the old one.": post(
    "stranger",
    "/auth/v1/user",
    { password: people.stranger.password },
    "PUT",
  ),
  'The query can\'t be understood at "…".': get("visitor", "/rest/v1/services?limit=many"),
  "The request can't be understood.": post("admin", "/rest/v1/faq_items", "{"),
  "The request is larger than ….": post("admin", "/rest/v1/faq_items", {
    question: "x".repeat(1_100_000),
    answer: "x",
  }),
  "The server is busy. Please try again in a moment.": {
    file: "tests/facts/rare.test.ts",
    title: "whoever comes behind 200 passwords is asked to come again",
  },
  "The upload ended early or can't be read.": upload("half.png", body("x", "multipart/form-data")),
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
  "There is no such function.": post("visitor", "/functions/v1/none", {}),
  "There is nothing at this address.": get("visitor", "/storage/v1/bucket"),
  "This address is not written correctly.": get("visitor", "/rest/v1/services?select=%00"),
  "This address is too long.": get("visitor", `/rest/v1/services?select=${"a".repeat(8_300)}`),
  "This file can't be resized.": get("visitor", `${RENDER}/torn.png?width=320`),
  "This file is not an image.": get("visitor", `${RENDER}/rates.pdf?width=320`),
  "This is not a valid file name.": async ({ ask }) =>
    ask("admin", `${MEDIA}/a%2Fb.png`, body(await dock(), "image/png")),
  "This key can't be used from outside.": get("visitor", "/rest/v1/services", {
    apikey: "sb_secret_guess",
  }),
  "This kind of file can't be uploaded. Choose an image, a video, a sound, a PDF or a Word document.":
    upload("page.png", body("<html><script>1</script></html>", "image/png")),
  "This link has expired or was used already.": post("visitor", "/auth/v1/verify", {
    token_hash: "no-such-link",
    type: "recovery",
  }),
  "This part of the file does not exist.": get("visitor", `${MEDIA}/dock.png`, {
    range: "bytes=99999999-",
  }),
  "This request can't be answered.": {
    file: "tests/facts/rare.test.ts",
    title: "a refusal in plain text is told in JSON",
  },
  "Too many images at once. Try again.": {
    file: "tests/facts/rare.test.ts",
    title: "whoever comes behind 100 pictures is asked to come again",
  },
  "Two filters on … can't be combined like this.": get(
    "visitor",
    '/rest/v1/services?title=eq."a"&title=eq."b"',
  ),
  "Your session has ended. Sign in again.": get("visitor", "/auth/v1/user", {
    authorization: "Bearer a.b.c",
  }),
  "… Please wait … and try again.": {
    file: "tests/backend/limits.test.ts",
    title: "guessing one person's password is stopped with a sentence",
  },
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
  "This method is not supported here.": ({ ask }) => ask("visitor", "/", { method: "DELETE" }),
};
