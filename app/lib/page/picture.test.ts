import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { readPicture } from "./picture.server.ts";

const SRC = "/storage/v1/object/public/media/uploads/box.png";
const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: "#fff" } })
  .png()
  .toBuffer();

/** Reads a picture whose file request gets this response. */
async function read(answer: () => Response, src = SRC, supabaseUrl = "") {
  const server = {
    siteUrl: "https://site.test",
    browserConfig: { supabaseUrl, publishableKey: "", mediaMaxBytes: 1, logged: "cut" as const },
    fetchBackend: vi.fn(async (_path: string, _init?: RequestInit) => answer()),
    deadline: () => new AbortController().signal,
    degrade: vi.fn(),
    log: vi.fn(),
  };
  return { picture: await readPicture(server, src), ...server };
}
const file =
  (bytes: BodyInit, status = 206) =>
  () =>
    new Response(bytes, { status });

test("a file of our own library has its size and where its copies are", async () => {
  const known = {
    src: SRC,
    own: {
      width: 3,
      height: 2,
      copies: "/storage/v1/render/image/public/media/uploads/box.png",
    },
  };
  const { picture, fetchBackend, degrade } = await read(file(new Uint8Array(png)));
  expect(picture).toEqual(known);
  expect(fetchBackend).toHaveBeenCalledWith(SRC, { headers: { range: "bytes=0-65535" } });
  expect(degrade).not.toHaveBeenCalled();
  expect((await read(file(new Uint8Array(png)), `https://site.test${SRC}`)).picture).toEqual(known);
});

test.each([
  ["of another site", "https://cdn.test/box.png", ""],
  ["of another folder", "/og/home.png", ""],
  ["of a hosted backend", SRC, "https://x.supabase.co"],
])("shows one %s unchanged, without a request", async (_, src, supabaseUrl) => {
  const { picture, fetchBackend } = await read(file(new Uint8Array(png)), src, supabaseUrl);
  expect(picture).toEqual({ src });
  expect(fetchBackend).not.toHaveBeenCalled();
});

test("shows missing and other files unchanged, and reports a failing backend", async () => {
  const gone = await read(file(new Uint8Array(png), 404));
  expect([gone.picture, gone.degrade.mock.calls]).toEqual([{ src: SRC }, []]);

  const text = await read(file("no picture"));
  expect([text.picture, text.degrade.mock.calls]).toEqual([{ src: SRC }, []]);
  expect(text.log).toHaveBeenCalledWith(
    "warn",
    { err: expect.any(Error), src: SRC },
    "the size of an image could not be read",
  );

  const ill = await read(file(new Uint8Array(png), 500));
  expect(ill.picture).toEqual({ src: SRC });
  expect(ill.degrade).toHaveBeenCalledWith(
    "an image could not be read",
    new Error("The file answers 500."),
  );
});
