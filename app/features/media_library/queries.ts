import { answered, explainZeroRows } from "#app/lib/data/answers.ts";
import type { MediaFile, MediaUse } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import {
  containsFilter,
  type ListParams,
  onePage,
  type Page,
  tableStore,
} from "#app/lib/data/table-store.ts";
import { bareType } from "#contract/bare-type.ts";
import { declaredType, newPath } from "./files.ts";
import { dueLeftovers, forget, noteFailure, noteUpload } from "./leftovers.ts";
import type { MediaDetails } from "./schema.ts";
import { sendFile, type Transfer } from "./upload/transfer.ts";

export const PAGE_SIZE = 24;

const SEARCHED = ["original_filename", "alt_text", "caption"] as const;
const store = tableStore("media_library", { order: [] });

/** Which files the list shows; the values stand in the address. */
export type Show = "" | "image" | "no-alt" | "film-sound" | "document";

/** One page of the library, newest first; the database searches and counts. */
function list({ q, filters, ...part }: ListParams): Promise<Page<MediaFile>> {
  let query = supabase().from("media_library").select("*", { count: "exact" });
  const show = filters?.show as Show | undefined;
  if (show === "image" || show === "no-alt") query = query.like("mime_type", "image/%");
  if (show === "film-sound") query = query.regexMatch("mime_type", "^(video|audio)/");
  if (show === "document") query = query.like("mime_type", "application/%");
  // One `or` for both: of two, the embedded backend hears only the first.
  const either = [
    q.trim() && containsFilter(SEARCHED, q.trim()),
    show === "no-alt" && "alt_text.is.null,alt_text.eq.",
  ].filter(Boolean);
  if (either.length > 0) query = query.or(`and(${either.map((one) => `or(${one})`).join(",")})`);
  return onePage(query.order("created_at", { ascending: false }).order("id"), part);
}

export const mediaLibrary = { name: store.name, list, get: store.get };

/** @throws StaleError when someone else changed the texts meanwhile */
export const saveDetails = (file: MediaFile, details: MediaDetails) => store.update(file, details);

const bucket = () => supabase().storage.from("media");

/** What the storage made of a file: size in bytes, and the type by its content. */
async function storedAs(path: string, file: File) {
  const { data, error } = await bucket().info(path);
  if (error) throw error;
  return {
    file_size: data.size ?? file.size,
    mime_type: bareType(data.contentType ?? declaredType(file)),
  };
}

interface NewFile extends Omit<Transfer, "path" | "replace"> {
  details: MediaDetails;
}

/** Stores the file, then its row (rule M-4). Whatever fails, neither is left without the other. */
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

// Fetched with the first file: most visits look something up.
const cleaned = async (file: File) => (await import("./upload/clean-file.ts")).cleanFile(file);

/** The row of a file whose upload ended unclearly; without a row the file is taken away. */
async function settle(path: string): Promise<MediaFile | undefined> {
  const rows = await answered(supabase().from("media_library").select().eq("file_path", path));
  if (!rows[0]) {
    const { error } = await bucket().remove([path]);
    if (error) throw error;
  }
  forget(path);
  return rows[0];
}

/** Clears what earlier uploads left; without a network they stay noted for the next time. */
export async function clearLeftovers(): Promise<void> {
  for (const path of dueLeftovers()) await settle(path).catch(() => undefined);
}

/** Puts another file in this one's place: its address, alt text and caption stay. */
export async function replaceFile(
  row: MediaFile,
  given: Omit<Transfer, "path" | "replace">,
): Promise<MediaFile> {
  const transfer = { ...given, file: await cleaned(given.file) };
  await sendFile({ ...transfer, path: row.file_path, replace: true });
  const changes = {
    ...(await storedAs(row.file_path, transfer.file)),
    original_filename: transfer.file.name.slice(0, 255),
  };
  // The bytes are there already: whatever someone typed meanwhile stays, these columns follow them.
  const [written] = await answered(
    supabase().from("media_library").update(changes).eq("id", row.id).select(),
  );
  return written ?? explainZeroRows();
}

/**
 * Removes the file, then its row (rule M-4). When only the first succeeds, the row is still
 * listed and deleting it again finishes.
 */
export async function deleteMedia(row: MediaFile): Promise<MediaFile> {
  const { error } = await bucket().remove([row.file_path]);
  if (error) throw error;
  return store.remove(row);
}

/** Settings, texts and items in which the file's address stands. */
export const usageQuery = ({ id, file_path }: MediaFile) => ({
  queryKey: [store.name, "usage", id],
  queryFn: (): Promise<MediaUse[]> => answered(supabase().rpc("media_usage", { file_path })),
});
