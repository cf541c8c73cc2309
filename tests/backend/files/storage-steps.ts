import type { SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, beforeAll } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

export let t: TestBackend;
export let admin: SupabaseClient;
export let png: Buffer;

export function withSite() {
  beforeAll(async () => {
    t = await openTestBackend({ MEDIA_MAX_MB: "2" });
    admin = await t.admin();
    png = await picture("png");
  });
  afterAll(() => t.close());
}

export const picture = (format: "png" | "jpeg", width = 1200) =>
  sharp({ create: { width, height: 600, channels: 3, background: "#1f6e4d" } })
    .toFormat(format)
    .toBuffer();

export const bucket = (client: SupabaseClient) => client.storage.from("media");
export const publicPath = (path: string) => `/storage/v1/object/public/media/${path}`;

export async function upload(path: string, bytes: Uint8Array<ArrayBuffer> | Buffer, name = path) {
  const { error } = await bucket(admin).upload(path, new File([new Uint8Array(bytes)], name));
  if (error) throw error;
}
