import { answered, checkRights, explainZeroRows } from "#app/lib/data/answers.ts";
import type { MediaFile, MediaUse } from "#app/lib/data/database.types.ts";
import type { Several } from "#app/lib/data/several.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import {
  containsFilter,
  type ListParams,
  onePage,
  type Page,
  tableStore,
} from "#app/lib/data/table-store.ts";
import { approvalNeeded, RefusedError } from "#app/lib/errors/backend-error.ts";
import { bareType } from "#contract/bare-type.ts";
import { declaredType, newPath } from "./files.ts";
import { dueLeftovers, forget, noteFailure, noteUpload } from "./leftovers.ts";
import type { MediaDetails } from "./schema.ts";
import { sendFile, type Transfer } from "./upload/transfer.ts";

export const PAGE_SIZE = 24;

const SEARCHED = ["original_filename", "alt_text", "caption"] as const;
const store = tableStore("media_library", { order: [] });

/** Which files the list shows; the values are those in the URL. */
export type Show = "" | "image" | "no-alt" | "film-sound" | "document" | "trash";

/** A file as listed. */
export interface ListedFile extends MediaFile {
  /** when it is permanently deleted; undefined outside the trash */
  purge_at?: string;
}

const trash = () => supabase().from("media_trash");

/** One page of the library or its trash, newest first. The database searches and counts. */
function list({ q, filters, ...part }: ListParams): Promise<Page<ListedFile>> {
  const show = filters?.show as Show | undefined;
  // The trash has the library's columns plus one.
  const table = (show === "trash" ? "media_trash" : store.name) as "media_library";
  let query = supabase().from(table).select("*", { count: "exact" });
  if (show === "image" || show === "no-alt") query = query.like("mime_type", "image/%");
  if (show === "no-alt") query = query.eq("is_decorative", false);
  if (show === "film-sound") query = query.regexMatch("mime_type", "^(video|audio)/");
  if (show === "document") query = query.like("mime_type", "application/%");
  // One `or` for both: the embedded backend reads only the first of two.
  const either = [
    q.trim() && containsFilter(SEARCHED, q.trim()),
    show === "no-alt" && "alt_text.is.null,alt_text.eq.",
  ].filter(Boolean);
  if (either.length > 0) query = query.or(`and(${either.map((one) => `or(${one})`).join(",")})`);
  const newest = show === "trash" ? ("purge_at" as "created_at") : "created_at";
  return onePage(query.order(newest, { ascending: false }).order("id"), part);
}

export const mediaLibrary = { name: store.name, list, get: store.get };

/** @throws StaleError when someone else changed the texts meanwhile */
export const saveDetails = (file: MediaFile, details: MediaDetails) => store.update(file, details);

const bucket = () => supabase().storage.from("media");

/** A file in storage; undefined when there is none. */
async function fileAt(path: string) {
  const { data, error } = await bucket().info(path);
  if (error && [error.status, error.statusCode].map(String).includes("404")) return undefined;
  if (error) throw error;
  return data;
}

/** A file as stored: its size in bytes, and its type by content. */
async function storedAs(path: string, file: File) {
  const found = await fileAt(path);
  if (!found) throw noFile();
  return {
    file_size: found.size ?? file.size,
    mime_type: bareType(found.contentType ?? declaredType(file)),
  };
}

interface NewFile extends Omit<Transfer, "path" | "replace"> {
  details: MediaDetails;
}

/** Stores the file, then its row (rule M-4). If either fails, neither is left behind. */
export async function addFile({ details, ...given }: NewFile): Promise<MediaFile> {
  const transfer = { ...given, file: await cleaned(given.file) };
  const path = newPath(transfer.file.name);
  noteUpload(path);
  try {
    await sendFile({ ...transfer, path, replace: false });
    const stored = await storedAs(path, transfer.file);
    transfer.signal.throwIfAborted();
    const row = await store.insert({
      filename: path.replace("uploads/", ""),
      original_filename: transfer.file.name.slice(0, 255),
      file_path: path,
      ...stored,
      ...details,
    });
    forget(path);
    return row;
  } catch (cause) {
    noteFailure(path);
    const row = await settle(path).catch(() => undefined);
    if (row) return row;
    throw cause;
  }
}

// Loaded with the first upload, because most visits only look something up.
const cleaned = async (file: File) => (await import("./upload/clean-file.ts")).cleanFile(file);

/** Resolves an upload with an unclear result: returns its row, or else deletes the file. */
async function settle(path: string): Promise<MediaFile | undefined> {
  const rows = await answered(supabase().from("media_library").select().eq("file_path", path));
  const stored = rows[0] ?? (await answered(trash().select("id").eq("file_path", path)))[0];
  if (!stored) {
    const { error } = await bucket().remove([path]);
    if (error) throw error;
  }
  forget(path);
  return rows[0];
}

/** Cleans up after earlier uploads; without a network, they stay noted for next time. */
export async function clearLeftovers(): Promise<void> {
  for (const path of dueLeftovers()) await settle(path).catch(() => undefined);
}

/** Replaces this file; its URL, alt text and caption stay. */
export async function replaceFile(
  row: MediaFile,
  given: Omit<Transfer, "path" | "replace">,
): Promise<MediaFile> {
  const transfer = { ...given, file: await cleaned(given.file) };
  const before = await fileAt(row.file_path);
  try {
    await sendFile({ ...transfer, path: row.file_path, replace: true });
  } catch (cause) {
    // Canceled or without an answer, it may have been stored.
    const now = await fileAt(row.file_path).catch(() => undefined);
    if (!now || now.etag === before?.etag) throw cause;
  }
  const changes = {
    ...(await storedAs(row.file_path, transfer.file)),
    original_filename: transfer.file.name.slice(0, 255),
  };
  // The bytes are stored already, so update without a version check. Other edits stay.
  const [written] = await answered(
    supabase().from("media_library").update(changes).eq("id", row.id).select(),
  );
  return written ?? explainZeroRows();
}

/** Moves to the trash, restorable for 30 days; the file itself stays. */
export const deleteMedia = (row: MediaFile): Promise<MediaFile> => store.remove(row);

export const deleteAll = (rows: readonly MediaFile[]): Promise<Several<ListedFile>> =>
  store.removeAll(rows);

const withoutPurge = ({ purge_at: _, ...file }: ListedFile): MediaFile => file;
const noFile = () => new RefusedError("The file itself was deleted. Upload it again.");

/** Restores a deleted file's row to the library, which removes it from the trash. */
export async function restoreMedia(row: ListedFile): Promise<MediaFile> {
  if (!(await fileAt(row.file_path))) throw noFile();
  return store.insert(withoutPurge(row));
}

/** Restores several; those without a file stay in the trash. */
export async function restoreAll(rows: readonly ListedFile[]): Promise<Several<ListedFile>> {
  const files = await Promise.all(rows.map(({ file_path }) => fileAt(file_path)));
  const whole = rows.filter((_, at) => files[at]).map(withoutPurge);
  if (whole.length === 0) throw noFile();
  const { done, cause } = await store.restoreAll(whole);
  return { done, cause: whole.length < rows.length ? noFile() : cause };
}

/** Deletes the files, then their rows. If only the first succeeds, a retry finishes. */
async function removeFiles(files: readonly Pick<MediaFile, "id" | "file_path">[]) {
  const { error } = await bucket().remove(files.map(({ file_path }) => file_path));
  if (error) throw error;
  const ids = files.map(({ id }) => id);
  return answered(trash().delete().in("id", ids).select("id"));
}

const noLongerInTrash = () => new RefusedError("Someone else already restored or deleted it");

/** @throws when none of them was deleted: they are no longer in the trash, or it needs approval */
export async function deletePermanently(rows: readonly ListedFile[]): Promise<Several<ListedFile>> {
  const ids = rows.map(({ id }) => id);
  const still = await answered(trash().select("id, file_path").in("id", ids));
  const gone = new Set(still.length > 0 ? (await removeFiles(still)).map(({ id }) => id) : []);
  const done = rows.filter(({ id }) => gone.has(id));
  if (done.length === rows.length) return { done };
  await checkRights();
  // To someone whose changes need approval, the database leaves the files that visitors see.
  const left = await answered(trash().select("id").in("id", ids));
  const cause = left.length > 0 ? approvalNeeded() : noLongerInTrash();
  if (done.length === 0) throw cause;
  return { done, cause };
}

/** Empties 30-day-old trash, for hosts without a job. @returns whether anything was deleted */
export async function emptyTrash(): Promise<boolean> {
  // Uses the database's clock: a wrong clock here must not delete anything early.
  const over = trash().select("id, file_path").lt("purge_at", "now").limit(100);
  const due = await answered(over);
  return due.length > 0 && (await removeFiles(due)).length > 0;
}

/** Settings, texts and items that contain any of these files' URLs. */
export async function usesOf(files: readonly MediaFile[]): Promise<MediaUse[]> {
  const uses = await Promise.all(files.map((file) => usageQuery(file).queryFn()));
  // A text may contain several of them.
  return [...new Map(uses.flat().map((use) => [use.row_id, use])).values()];
}

/** Settings, texts and items that contain the file's URL. */
export const usageQuery = ({ id, file_path }: MediaFile) => ({
  queryKey: [store.name, "usage", id],
  queryFn: (): Promise<MediaUse[]> => answered(supabase().rpc("media_usage", { file_path })),
});
