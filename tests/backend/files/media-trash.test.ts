import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as history from "#app/features/history/queries.ts";
import {
  deleteMedia,
  deletePermanently,
  emptyTrash,
  type ListedFile,
  mediaLibrary,
  restoreMedia,
} from "#app/features/media_library/queries.ts";
import type { MediaFile } from "#app/lib/data/database.types.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { openPool } from "#server/backend/postgres/pool.ts";
import { cleanMediaTrash } from "#server/backend/self-hosted/cleaning.ts";
import { diskStore } from "#server/backend/storage/disk-store.ts";
import { fileRemoval } from "#server/backend/storage/remove-files.ts";
import { createLog } from "#server/runtime/log.ts";
import { tables } from "#tests/tables/index.ts";
import { admin, bucket, png, publicPath, t, upload, withSite } from "./storage-steps.ts";

// Disables the server's own job, which would run before a test's.
vi.mock("#server/runtime/jobs.ts", () => ({ every: () => async () => {} }));
vi.mock("#app/lib/data/supabase.ts", async () => {
  const steps = await import("./storage-steps.ts");
  return { supabase: () => steps.admin };
});

withSite();
let pool: ReturnType<typeof openPool>;
beforeAll(() => {
  pool = openPool(t.env.databaseUrl ?? "", createLog("silent"), 2);
});
afterAll(() => pool.end());
beforeEach(async () => {
  await t.sql`delete from storage.objects`;
  await t.sql`delete from media_library`;
  await t.sql`delete from media_trash`;
});

/** Adds a stored file to the library. */
async function file(): Promise<MediaFile> {
  const row = tables.media_library.make();
  await upload(row.file_path as string, png, "dock.png");
  const { data } = await admin
    .from("media_library")
    .insert<object>(row)
    .select()
    .single()
    .throwOnError();
  return data;
}
const inTrash = async (): Promise<ListedFile[]> =>
  (await mediaLibrary.list({ q: "", page: 1, pageSize: 24, filters: { show: "trash" } })).rows;
const inLibrary = async () => (await mediaLibrary.list({ q: "", page: 1, pageSize: 24 })).rows;
const status = async ({ file_path }: { file_path: string }) =>
  (await t.request(publicPath(file_path))).status;
const passDays = (days: number) =>
  t.sql`update media_trash set purge_at = purge_at - ${days} * interval '1 day'`;
const clean = () => cleanMediaTrash(t.env.databaseUrl ?? "");

test("keeps a deleted file in the trash for 30 days, and restores it", async () => {
  const row = await file();
  await deleteMedia(row);
  expect(await inLibrary()).toEqual([]);
  const [trashed] = await inTrash();
  expect(trashed).toMatchObject({
    id: row.id,
    file_path: row.file_path,
    created_at: row.created_at,
  });
  const [{ days }] = await t.sql<[{ days: number }]>`
    select round(extract(epoch from purge_at - now()) / 86400)::int as days from media_trash`;
  expect(days).toBe(30);
  expect(await status(row)).toBe(200);
  await restoreMedia(trashed as ListedFile);
  const { updated_at: _, ...same } = row;
  expect(await inLibrary()).toMatchObject([same]);
  expect(await inTrash()).toEqual([]);
});

test("restores a deleted file from history until it is permanently deleted", async () => {
  const row = await file();
  await deleteMedia(row);
  const undo = async () => {
    const [{ change }] = await t.sql<[{ change: string }]>`
      select change_id as change from history where table_name = 'media_library'
      order by changed_at desc, id desc limit 1`;
    const what = { change };
    return history.restore(what, await history.look(what));
  };
  await undo();
  expect(await inTrash()).toEqual([]);
  const [back] = await inLibrary();
  await deleteMedia(back as MediaFile);
  await deletePermanently([back as MediaFile]);
  await expect(undo()).rejects.toThrow("The file itself was deleted. Upload it again.");
});

test("moves no row without its file to the trash", async () => {
  const row = await file();
  await bucket(admin).remove([row.file_path]);
  await deleteMedia(row);
  expect(await inTrash()).toEqual([]);
});

test("deletes row, file and bytes after 30 days", async () => {
  const [old, young, live] = [await file(), await file(), await file()];
  const [stored] = await t.sql`select version from storage.objects where name = ${old.file_path}`;
  const media = join(t.env.dataDir, "media");
  const bytes = join(media, stored?.version.slice(0, 2), stored?.version);
  await deleteMedia(old);
  await passDays(30);
  await deleteMedia(young);
  await Promise.all([clean(), clean()]);
  expect((await inTrash()).map(({ id }) => id)).toEqual([young.id]);
  expect(await Promise.all([old, young, live].map(status))).toEqual([404, 200, 200]);
  expect(existsSync(bytes)).toBe(true);
  await fileRemoval(
    pool,
    diskStore(media),
    join(t.env.dataDir, "cache"),
    createLog("silent"),
  ).run();
  expect(existsSync(bytes)).toBe(false);
});

test("deletes expired files when the trash is opened without our server", async () => {
  const [old, young] = [await file(), await file()];
  await deleteMedia(old);
  await passDays(30);
  await deleteMedia(young);
  expect(await emptyTrash()).toBe(true);
  expect(await emptyTrash()).toBe(false);
  expect((await inTrash()).map(({ id }) => id)).toEqual([young.id]);
  expect(await Promise.all([old, young].map(status))).toEqual([404, 200]);
});

test("does not delete a file that someone just restored", async () => {
  const row = await file();
  await deleteMedia(row);
  await restoreMedia(row);
  await expect(deletePermanently([row])).rejects.toThrow(
    "Someone else already restored or deleted it",
  );
  expect(await status(row)).toBe(200);
});

test("says that deleting files which visitors see needs approval", async () => {
  const [shown, hidden] = [await file(), await file()];
  const photo_url = publicPath(shown.file_path);
  await admin.from("team_members").insert({ name: "Ana", photo_url }).throwOnError();
  await deleteMedia(shown);
  await deleteMedia(hidden);
  await t.sql`insert into private.publishing_rules values ('owner')`;
  const why = "This needs approval. Ask a colleague who can publish without it";
  const { done, cause } = await deletePermanently([shown, hidden]);
  expect(done).toMatchObject([{ id: hidden.id }]);
  expect(reason(cause)).toBe(why);
  await expect(deletePermanently([shown])).rejects.toThrow(why);
  await t.sql`delete from private.publishing_rules`;
  expect(await status(shown)).toBe(200);
});

test("hides the trash from strangers and visitors", async () => {
  const row = await file();
  await deleteMedia(row);
  for (const caller of [await t.stranger(), t.visitor()]) {
    expect((await caller.from("media_trash").select()).data ?? []).toEqual([]);
    await caller.from("media_trash").delete().eq("id", row.id);
    expect((await caller.from("media_library").insert({ ...row })).error).not.toBeNull();
    await bucket(caller).remove([row.file_path]);
    expect((await admin.from("media_trash").insert({ ...row })).error?.code).toBe("42501");
  }
  expect(await inTrash()).toHaveLength(1);
  expect(await status(row)).toBe(200);
});

test("the trash holds every column of the library", async () => {
  const columns = (table: string) => t.sql`select column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`;
  expect(await columns("media_trash")).toEqual(
    expect.arrayContaining([...(await columns("media_library"))]),
  );
});
