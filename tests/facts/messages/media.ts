import { expect } from "vitest";
import {
  addFile,
  deleteMedia,
  deletePermanently,
  mediaLibrary,
  saveDetails,
} from "#app/features/media_library/queries.ts";
import { MEDIA_MESSAGES } from "#app/lib/errors/media-messages.ts";
import { photo, SECRET } from "#tests/support/samples/photos.ts";
import { picture } from "#tests/support/samples/png.ts";
import { type FactsFor, refusedTo, unreadable } from "../fact.ts";
import { journeys } from "../journeys.ts";
import type { World } from "../world.ts";

const words = { alt_text: "A dock", caption: null, is_decorative: false };

const transfer = { signal: new AbortController().signal, onProgress: () => {} };

async function send(details = words) {
  const { name, mimeType, buffer } = await picture("dock.png", "#336699");
  return addFile({
    file: new File([new Uint8Array(buffer)], name, { type: mimeType }),
    details,
    ...transfer,
  });
}
const stored = ({ as }: World) => as("admin", () => send());

const inBucket = ({ site }: World, path: string) =>
  site.sql`select name from storage.objects where name = ${path}`;

const served = ({ site }: World, { file_path }: { file_path: string }) =>
  fetch(`${site.url}/storage/v1/object/public/media/${file_path}`);

/** A file in the trash. */
export async function deleted(world: World) {
  const row = await stored(world);
  await world.as("admin", () => deleteMedia(row));
  return row;
}

const inTrash = ({ site }: World, id: string) =>
  site.sql`select id from media_trash where id = ${id}`;

const inLibrary = ({ site }: World, id: string) =>
  site.sql`select alt_text, caption, is_decorative from media_library where id = ${id}`;

export const mediaMessages: FactsFor<{ media: typeof MEDIA_MESSAGES }> = {
  media: {
    load: unreadable(
      () => mediaLibrary.list({ q: "", page: 1, pageSize: 24 }),
      MEDIA_MESSAGES.load,
    ),
    uploaded: async (world) => {
      const { id, file_path, mime_type } = await stored(world);
      expect(await inLibrary(world, id)).toEqual([words]);
      expect(await inBucket(world, file_path)).toHaveLength(1);
      const answer = await served(world, { file_path });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, mime_type]);
    },
    uploadFailed: refusedTo("stranger", () => send(), { why: /permission|Only an admin/ }),
    deleted: async (world) => {
      const row = await stored(world);
      await world.as("admin", () => deleteMedia(row));
      expect(await inLibrary(world, row.id)).toHaveLength(0);
      expect(await inTrash(world, row.id)).toHaveLength(1);
      expect((await served(world, row)).status).toBe(200);
    },
    permanentlyDeleted: async (world) => {
      const row = await deleted(world);
      await world.as("admin", () => deletePermanently([row]));
      expect(await inTrash(world, row.id)).toHaveLength(0);
      expect(await inBucket(world, row.file_path)).toHaveLength(0);
      expect((await served(world, row)).status).toBe(404);
    },
    deleteFailed: refusedTo(
      "stranger",
      (_, row: Awaited<ReturnType<typeof stored>>) => deleteMedia(row),
      { before: stored },
    ),
    updated: async (world) => {
      const row = await stored(world);
      const details = {
        alt_text: "A dock at dawn",
        caption: "By the river",
        is_decorative: false,
      };
      await world.as("admin", () => saveDetails(row, details));
      expect(await inLibrary(world, row.id)).toEqual([details]);
    },
    updateFailed: refusedTo(
      "stranger",
      (_, row: Awaited<ReturnType<typeof stored>>) => saveDetails(row, { ...words, caption: "Me" }),
      { before: stored },
    ),
    cleaned: async (world) => {
      const original = await photo("jpeg");
      expect(original.includes(SECRET)).toBe(true);
      const sent = { ...transfer, file: new File([new Uint8Array(original)], "dock.jpg") };
      const { file_path, file_size } = await world.as("admin", () =>
        addFile({ ...sent, details: words }),
      );
      const answer = await served(world, { file_path });
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([bytes.length, bytes.includes(SECRET)]).toEqual([Number(file_size), false]);
    },
    copied: journeys["media.copied"],
    copyFailed: journeys["media.copyFailed"],
  },
};
