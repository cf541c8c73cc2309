import type { World } from "../world.ts";
import { dock } from "./files.ts";
import { get, type Refused, type TestedBy } from "./refusal.ts";
import { announced, body } from "./upload.ts";

const MEDIA = "/storage/v1/object/media/uploads";
const RENDER = "/storage/v1/render/image/public/media/uploads";

const upload =
  (name: string, init: RequestInit): Refused =>
  ({ ask }) =>
    ask("admin", `${MEDIA}/${name}`, init);

/** Puts a file there, or replaces it. */
async function stored({ client }: World, name: string, bytes: Uint8Array, contentType: string) {
  const { error } = await client("admin")
    .storage.from("media")
    .upload(`uploads/${name}`, bytes, { upsert: true, contentType });
  if (error) throw error;
}

/** Files that the refusals need in the bucket. */
export async function prepareBucket(world: World) {
  await stored(world, "dock.png", await dock(), "image/png");
  await stored(world, "rates.pdf", new TextEncoder().encode("%PDF-1.4\n%%EOF"), "application/pdf");
  // Windows counts this as a picture, but nothing here can resize it.
  await stored(world, "dock.bmp", new TextEncoder().encode("BM0123456789"), "image/bmp");
}

/** Removes the bucket itself during the call, bypassing its foreign keys. */
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

/** Every sentence that refuses a file or a request about one, and what causes it. */
export const bucketRefusals: Record<string, Refused | TestedBy> = {
  "Choose one of these formats: avif, webp, jpeg.": get(
    "visitor",
    `${RENDER}/dock.png?width=320&format=bmp`,
  ),
  "Choose one of these widths: ….": get("visitor", `${RENDER}/dock.png?width=7`),
  "Files can't be reached right now. Try again in a minute.": {
    file: "tests/backend/files/unreachable.test.ts",
    title: "pictures that can't be reached answer 503 and when to try again, and so does an upload",
  },
  "Only an admin can do this.": async ({ ask }) =>
    ask("stranger", `${MEDIA}/mine.png`, body(await dock(), "image/png")),
  "Sign in first.": async ({ ask }) =>
    ask("visitor", `${MEDIA}/mine.png`, body(await dock(), "image/png")),
  "The file is larger than …, the most that can be uploaded.": announced(
    `${MEDIA}/large.png`,
    "image/png",
    51 * 1024 * 1024,
  ),
  "The server's disk is nearly full, so uploads are refused. Ask the person who runs this site to free up space.":
    {
      file: "tests/backend/files/disk-space.test.ts",
      title: "refuses a file on a nearly full disk, with or without its length",
    },
  "The upload ended early or can't be read.": upload("half.png", body("x", "multipart/form-data")),
  "There is already a file with this name.": async ({ ask }) =>
    ask("admin", `${MEDIA}/dock.png`, body(await dock(), "image/png")),
  "There is no file in the request.": upload(
    "none.png",
    body("--b--\r\n", "multipart/form-data; boundary=b"),
  ),
  "There is no such bucket.": withoutBucket(
    upload("lost.png", body("%PDF-1.4", "application/pdf")),
  ),
  "There is no such file.": get("visitor", "/storage/v1/object/public/media/uploads/none.png"),
  "This file can't be resized.": get("visitor", `${RENDER}/dock.bmp?width=320`),
  "This file is not an image.": get("visitor", `${RENDER}/rates.pdf?width=320`),
  "This file name isn't valid.": async ({ ask }) =>
    ask("admin", `${MEDIA}/a%2Fb.png`, body(await dock(), "image/png")),
  "This type of file can't be uploaded. Choose an image, video, audio file, PDF or Word document.":
    upload("page.png", body("<html><script>1</script></html>", "image/png")),
  "This part of the file does not exist.": get("visitor", `${MEDIA}/dock.png`, {
    range: "bytes=99999999-",
  }),
  "Too many images at once. Try again.": {
    file: "tests/facts/rare.test.ts",
    title: "answers 503 behind 100 images",
  },
};
