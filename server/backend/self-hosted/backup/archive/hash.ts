import { createHash } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import type { Media } from "./manifest.ts";

export type Content = Pick<Media, "sha256" | "bytes">;

/** Passes bytes through, and knows their hash and size at the end. */
export function hashingPassThrough(moved: () => void) {
  const hash = createHash("sha256");
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      moved();
      done(null, chunk);
    },
  });
  return { through, content: (): Content => ({ sha256: hash.digest("hex"), bytes }) };
}

/** Reads to the end. @returns the stream's hash and size */
export async function contentOf(stream: Readable, moved: () => void): Promise<Content> {
  const { through, content } = hashingPassThrough(moved);
  for await (const _ of stream.compose(through)) moved();
  return content();
}
