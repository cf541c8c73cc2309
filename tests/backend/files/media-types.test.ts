import type { SupabaseClient } from "@supabase/supabase-js";
import { supportedMimeTypes } from "file-type";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ACCEPT, declaredType, whyNot } from "#app/features/media_library/files.ts";
import { bareType } from "#contract/bare-type.ts";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { type SampleFile, sampleFiles } from "#tests/support/samples/sample-files.ts";

const samples = await sampleFiles();
let t: TestBackend;
let admin: SupabaseClient;

beforeAll(async () => {
  t = await openTestBackend();
  admin = await t.admin();
});
afterAll(() => t.close());

/** Whether an entry of a file input's `accept` allows the file. */
const takes = (entry: string, { name, type }: SampleFile) =>
  entry.startsWith(".") ? name.endsWith(entry) : type.startsWith(entry.replace("*", ""));

const listed = (name: string, mime_type: string) => ({
  filename: name,
  original_filename: name,
  file_path: `uploads/${name}`,
  file_size: 1,
  mime_type,
});

test.each(ACCEPT.split(","))("the picker offers %s: there is a file of it here", (entry) => {
  expect(samples.filter((sample) => takes(entry, sample)).map(({ name }) => name)).not.toEqual([]);
});

describe("stores a row for each file type that the picker offers", () => {
  test.each(samples.map((sample) => [sample.name, sample] as const))("%s", async (name, sample) => {
    expect(ACCEPT.split(",").some((entry) => takes(entry, sample))).toBe(true);
    const file = new File([new Uint8Array(sample.bytes)], name, { type: sample.type });
    expect(whyNot(file, 1024 * 1024)).toBeUndefined();

    const bucket = admin.storage.from("media");
    const path = `uploads/${name}`;
    const sent = await bucket.upload(path, file, { contentType: declaredType(file) });
    expect(sent.error).toBeNull();
    const { data: stored } = await bucket.info(path);
    expect(stored?.size).toBe(sample.bytes.length);
    const type = stored?.contentType ?? "";
    expect(type).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);

    const { error } = await admin.from("media_library").insert(listed(name, type));
    expect(error).toBeNull();
    const [row] = await t.sql`select mime_type from media_library where file_path = ${path}`;
    expect(row?.mime_type).toBe(type);
    const served = await t.request(`/storage/v1/object/public/media/${path}`);
    expect(served.headers.get("content-type")).toBe(type);
  });
});

test("stores every image, video and audio type that the server knows", async () => {
  const types = [...supportedMimeTypes].filter((type) => /^(image|video|audio)\//.test(type));
  expect(types).toContain("audio/ogg; codecs=opus");
  const rows = types.map((type, place) => listed(`every-${place}`, bareType(type)));
  const { error } = await admin.from("media_library").insert(rows);
  expect(error).toBeNull();
});
