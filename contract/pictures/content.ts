import type { Pieces } from "./pieces.ts";
import { damaged, type Source } from "./source.ts";

const CHUNK = 64 * 1024;
const ZEROS = new Uint8Array(CHUNK);

/** The bytes of a file made of pieces, one chunk at a time. */
export async function* contentOf({ list }: Pieces, source: Source): AsyncGenerator<Uint8Array> {
  for (const piece of list)
    if ("zeros" in piece) yield* zeros(piece.zeros);
    else if ("from" in piece) yield* original(source, piece.from, piece.to);
    else yield piece;
}

export function* zeros(count: number) {
  for (let left = count; left > 0; left -= CHUNK)
    yield left < CHUNK ? ZEROS.subarray(0, left) : ZEROS;
}

async function* original(source: Source, from: number, to: number) {
  for (let at = from; at < to; ) {
    const chunk = await source.read(at, Math.min(CHUNK, to - at));
    if (chunk.length === 0) throw damaged();
    yield chunk;
    at += chunk.length;
  }
}
