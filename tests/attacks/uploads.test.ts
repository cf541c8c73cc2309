import { expect, test } from "vitest";
import { photo, SECRET } from "#tests/support/samples/photos.ts";
import { picture } from "#tests/support/samples/png.ts";
import { t, withSite } from "./gateway-steps.ts";

withSite();

const PUBLIC = "/storage/v1/object/public/media/uploads";
const bucketOf = async () => (await t.admin()).storage.from("media");
const bytesOf = async (path: string, headers = {}) =>
  Buffer.from(await (await t.request(`${PUBLIC}/${path}`, { headers })).arrayBuffer());

test("hides where a photo was taken: whole, in part, resized, or under another name", async () => {
  const original = await photo("jpeg", { width: 400, height: 300 });
  const bucket = await bucketOf();
  for (const name of ["a.jpg", "a.png", "a.svg", "a.pdf"]) {
    const { error } = await bucket.upload(`uploads/${name}`, original, { contentType: "text/css" });
    expect(error).toBeNull();
    expect((await bytesOf(name)).includes(SECRET)).toBe(false);
    const part = await bytesOf(name, { range: `bytes=0-${original.length}` });
    expect(part.includes(SECRET)).toBe(false);
  }
  const resized = await t.request(
    "/storage/v1/render/image/public/media/uploads/a.jpg?width=160&format=jpeg",
  );
  expect(resized.status).toBe(200);
  expect(Buffer.from(await resized.arrayBuffer()).includes(SECRET)).toBe(false);
});

test("keeps the clean file when a replacement can't be cleaned", async () => {
  const bucket = await bucketOf();
  await bucket.upload("uploads/b.jpg", await photo("jpeg"));
  const before = await bytesOf("b.jpg");
  const torn = (await photo("jpeg")).subarray(0, 900);
  expect((await bucket.update("uploads/b.jpg", torn)).error).toMatchObject({ status: 422 });
  expect((await bytesOf("b.jpg")).equals(before)).toBe(true);
});

test("refuses an image with too many pixels, whatever its name and size", async () => {
  const bomb = (await picture("bomb.png")).buffer;
  bomb.writeUInt32BE(0x7fffffff, 16);
  bomb.writeUInt32BE(0x7fffffff, 20);
  const { error } = await (await bucketOf()).upload("uploads/bomb.jpg", bomb);
  expect(error).toMatchObject({ status: 422, message: expect.stringContaining("2,147,483,647") });
  expect((await t.request(`${PUBLIC}/bomb.jpg`)).status).toBe(404);
});

test.each(["anon", "authenticated", "service_role"])(
  "%s can't empty a table or hang a trigger on it",
  async (role) => {
    for (const table of [
      "storage.objects",
      "storage.buckets",
      "public.services",
      "public.admins",
    ]) {
      const done = async (statement: string) =>
        t.sql
          .begin(async (tx) => {
            await tx.unsafe(`set local role ${role}`);
            await tx.unsafe(statement);
          })
          .then(
            () => "done",
            ({ code }) => code,
          );
      expect(await done(`truncate ${table}`)).toBe("42501");
      expect(
        await done(`create trigger mine before insert on ${table}
          for each row execute function pg_catalog.suppress_redundant_updates_trigger()`),
      ).toBe("42501");
    }
    expect(await t.sql`select 1 from storage.buckets`).toHaveLength(1);
  },
);
