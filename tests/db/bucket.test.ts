import type { SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { perPerson, signInEveryone } from "#tests/access/everyone.ts";
import { ANYBODY, EDITORS, NOBODY, STAFF } from "#tests/tables/facts.ts";
import { tables } from "#tests/tables/index.ts";
import { site, withSite } from "./steps.ts";

/** The bucket `media` in the access table: what each role may do. */
const facts = [
  ["fetch a file by its public address", ANYBODY],
  ["list", STAFF],
  ["upload", EDITORS],
  ["upload outside of uploads/", NOBODY],
  ["replace", EDITORS],
  ["replace by an upload with upsert", EDITORS],
  ["remove", EDITORS],
  ["move", NOBODY],
  ["copy", NOBODY],
] as const;
type Operation = (typeof facts)[number][0];

let people: Awaited<ReturnType<typeof signInEveryone>>;
let image: File;
let other: File;
let count = 0;

const picture = async (background: string) => {
  const create = { width: 4, height: 4, channels: 3, background } as const;
  return new File([new Uint8Array(await sharp({ create }).png().toBuffer())], "picture.png");
};

withSite(async () => {
  people = await signInEveryone(site);
  image = await picture("#1f6e4d");
  other = await picture("#ffffff");
});

/** A new file with its own path, uploaded by an admin. */
async function existing() {
  count += 1;
  const path = `uploads/${count}.png`;
  const { error } = await people.admin.storage.from("media").upload(path, image);
  if (error) throw error;
  return path;
}

const fetchPublic = (path: string) => site.request(`/storage/v1/object/public/media/${path}`);
const bytesAt = async (path: string) =>
  Buffer.from(await (await fetchPublic(path)).arrayBuffer()).toString("base64");
const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer()).toString("base64");

/** Tries the action and checks its effect, not the response. */
const operations: Record<Operation, (client: SupabaseClient) => Promise<boolean>> = {
  async "fetch a file by its public address"(client) {
    const { publicUrl } = client.storage.from("media").getPublicUrl(await existing()).data;
    const { pathname } = new URL(publicUrl);
    return (await site.request(pathname)).ok;
  },
  async list(client) {
    await existing();
    const { data } = await client.storage.from("media").list("uploads");
    return (data ?? []).length > 0;
  },
  async upload(client) {
    count += 1;
    const path = `uploads/${count}.png`;
    await client.storage.from("media").upload(path, image);
    return (await fetchPublic(path)).ok;
  },
  async "upload outside of uploads/"(client) {
    count += 1;
    const path = `elsewhere/${count}.png`;
    await client.storage.from("media").upload(path, image);
    return (await fetchPublic(path)).ok;
  },
  async replace(client) {
    const path = await existing();
    await client.storage.from("media").update(path, other);
    return (await bytesAt(path)) === (await bytesOf(other));
  },
  async "replace by an upload with upsert"(client) {
    const path = await existing();
    await client.storage.from("media").upload(path, other, { upsert: true });
    return (await bytesAt(path)) === (await bytesOf(other));
  },
  async remove(client) {
    const path = await existing();
    await client.storage.from("media").remove([path]);
    return !(await fetchPublic(path)).ok;
  },
  async move(client) {
    const path = await existing();
    await client.storage.from("media").move(path, `${path}.moved.png`);
    return !(await fetchPublic(path)).ok || (await fetchPublic(`${path}.moved.png`)).ok;
  },
  async copy(client) {
    const path = await existing();
    await client.storage.from("media").copy(path, `${path}.copy.png`);
    return (await fetchPublic(`${path}.copy.png`)).ok;
  },
};

describe("the bucket media", () => {
  const cells = facts.flatMap(([operation, gets]) => perPerson({ operation }, gets));
  test.each(cells)("$who may $operation: $gets", async ({ operation, who, gets }) => {
    expect(await operations[operation](people[who])).toBe(gets === "yes");
  });

  test("is the only one, and can't be added through the API", async () => {
    for (const client of Object.values(people))
      expect((await client.storage.createBucket("mine", { public: true })).error).not.toBeNull();
    expect(await site.sql`select id from storage.buckets`).toEqual([{ id: "media" }]);
  });

  test("leaves what visitors see to others, for someone whose changes need approval", async () => {
    const [shown, hidden] = [await existing(), await existing()];
    const photo_url = `/storage/v1/object/public/media/${shown}`;
    await people.admin.from("team_members").insert({ name: "Ana", photo_url }).throwOnError();
    const row = { ...tables.media_library.make(), file_path: shown };
    const [listed] = await site.sql`insert into media_library ${site.sql(row)} returning id`;
    await site.sql`insert into private.publishing_rules values ('editor')`;
    const bucket = people.editor.storage.from("media");
    const refused = {
      message:
        "Visitors see this file, and your changes need approval. Use another file in a change set instead.",
    };
    const before = await bytesAt(shown);
    expect((await bucket.update(shown, other)).error).toMatchObject(refused);
    expect((await bucket.upload(shown, other, { upsert: true })).error).toMatchObject(refused);
    const trash = people.editor.from("media_library").delete().eq("id", listed?.id);
    expect((await trash).error).toMatchObject(refused);
    expect((await bucket.remove([shown, hidden])).data).toMatchObject([{ name: hidden }]);
    expect(await bytesAt(shown)).toBe(before);
    // Where a page's picture is missing, a new file would be seen at once.
    await people.admin.storage.from("media").remove([shown]);
    expect((await bucket.upload(shown, image)).error).toMatchObject(refused);
    expect(await operations.upload(people.editor)).toBe(true);
    expect(await operations.replace(people.editor)).toBe(true);
    await site.sql`delete from private.publishing_rules`;
    expect((await bucket.upload(shown, image)).error).toBeNull();
  });

  test("has every policy of storage.objects covered here", async () => {
    // The server's own login reads files to serve them; tests/attacks checks its rights.
    const rows = await site.sql`select policyname, cmd from pg_policies
      where schemaname = 'storage' and not exists (
        select from pg_roles where rolname = any (roles) and rolcanlogin
      ) order by 1`;
    expect(rows.map(({ policyname, cmd }) => [cmd, policyname])).toEqual([
      ["SELECT", "Editors list media files"],
      ["DELETE", "Editors remove media files"],
      ["UPDATE", "Editors replace media files"],
      ["INSERT", "Editors upload media files"],
      ["SELECT", "Who handles leads lists media files"],
    ]);
  });
});
