import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { people } from "#tests/support/people.ts";
import { picture } from "#tests/support/samples/png.ts";

const MB = 1024 * 1024;
/** free bytes at each check of the disk; the last value repeats */
const disk = vi.hoisted(() => ({ free: [Number.MAX_SAFE_INTEGER] }));
vi.mock("node:fs/promises", async (original) => ({
  ...(await original<typeof import("node:fs/promises")>()),
  statfs: async () => {
    const bavail = disk.free.length > 1 ? disk.free.shift() : disk.free[0];
    return { bavail, blocks: 1024 ** 4, bsize: 1 };
  },
}));

let t: TestBackend;
let token: string;
let png: Buffer;
beforeAll(async () => {
  t = await openTestBackend();
  png = (await picture("dock.png", "#1f6e4d", 200_000)).buffer;
  const admin = await t.admin();
  token = (await admin.auth.getSession()).data.session?.access_token ?? "";
  const { error } = await admin.storage.from("media").upload("uploads/there.png", png);
  if (error) throw error;
  await variantOf(320);
});
afterAll(() => t.close());

const variantOf = (width: number) =>
  t.request(
    `/storage/v1/render/image/public/media/uploads/there.png?width=${width}&format=webp&v=1`,
  );

const upload = (body: BodyInit, headers: Record<string, string> = {}) =>
  t.request("/storage/v1/object/media/uploads/more.png", {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}`, ...headers },
    duplex: "half",
  } as RequestInit);

const filesOnDisk = async () =>
  (await readdir(join(t.env.dataDir, "media"), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length;

test("refuses a file on a nearly full disk, with or without its length", async () => {
  disk.free = [64 * MB];
  const response = await upload(new Uint8Array(png), { "content-length": String(png.length) });
  expect([response.status, await response.json()]).toEqual([
    507,
    {
      statusCode: "507",
      error: "no_room",
      message:
        "The server's disk is nearly full, so uploads are refused. Ask the person who runs this site to free up space.",
    },
  ]);

  // There is room for the first bytes, but none a megabyte later.
  disk.free = [64 * MB, 64 * MB];
  const chunks = [png, Buffer.alloc(2 * MB)].map((part) => new Uint8Array(part));
  const body = new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  expect((await upload(body)).status).toBe(507);
  expect(await filesOnDisk()).toBe(1);
  expect(await t.sql`select 1 from storage.objects where name = 'uploads/more.png'`).toEqual([]);
});

test("messages, edits and sign-ins still go in, and files can be deleted", async () => {
  disk.free = [0];
  const sent = await t
    .visitor()
    .from("contact_submissions")
    .insert({
      name: "Ana Ruiz",
      email: "ana@example.com",
      monthly_volume: "0-50",
      platforms: ["Etsy"],
      request_id: crypto.randomUUID(),
    });
  expect(sent.error).toBeNull();
  const signedIn = await t.visitor().auth.signInWithPassword(people.admin);
  expect(signedIn.error).toBeNull();
  const admin = await t.admin();
  const saved = await admin
    .from("faq_items")
    .update({ answer: "It is." })
    .neq("question", "")
    .select("id");
  expect(saved.data?.length).toBeGreaterThan(0);
  const { data } = await admin.storage.from("media").remove(["uploads/none.png"]);
  expect(data).toEqual([]);
});

test("serves the whole image when a size has no room", async () => {
  disk.free = [0];
  const cached = await variantOf(320);
  expect(cached.headers.get("content-type")).toBe("image/webp");
  await cached.body?.cancel();
  const whole = await variantOf(640);
  expect(whole.headers.get("cache-control")).toBe("public, max-age=60");
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(png);
  disk.free = [Number.MAX_SAFE_INTEGER];
  const resized = await variantOf(640);
  expect(resized.headers.get("content-type")).toBe("image/webp");
  await resized.body?.cancel();
});
