import { damaged } from "./source.ts";

/** A byte range of the original (`to` is exclusive), literal bytes, or a run of zeros. */
export type Piece = { from: number; to: number } | Uint8Array<ArrayBuffer> | { zeros: number };

/** No real picture comes close. More pieces mean a file built to exhaust memory. */
const AT_MOST = 10_000;

/** The pieces of a cleaned file, in order. */
export class Pieces {
  readonly list: Piece[] = [];
  /** bytes */
  size = 0;

  keep(from: number, to: number) {
    if (to <= from) return;
    const last = this.list.at(-1);
    if (last && "from" in last && last.to === from) last.to = to;
    else this.#push({ from, to });
    this.size += to - from;
  }

  add(bytes: Uint8Array<ArrayBuffer>) {
    if (bytes.length === 0) return;
    this.#push(bytes);
    this.size += bytes.length;
  }

  zeros(count: number) {
    if (count <= 0) return;
    this.#push({ zeros: count });
    this.size += count;
  }

  append({ list }: Pieces) {
    for (const piece of list)
      if ("zeros" in piece) this.zeros(piece.zeros);
      else if ("from" in piece) this.keep(piece.from, piece.to);
      else this.add(piece);
  }

  #push(piece: Piece) {
    if (this.list.length >= AT_MOST) throw damaged();
    this.list.push(piece);
  }
}

/**
 * For formats whose parts refer to each other by file offset: nothing moves. Bytes that aren't kept
 * become zeros, and patches overwrite kept bytes.
 */
export class Overlay {
  #ranges: { from: number; to: number }[] = [];
  #patches: { at: number; bytes: Uint8Array<ArrayBuffer> }[] = [];

  /** @throws PictureError for a range outside the file */
  keep(from: number, to: number, size: number) {
    if (from < 0 || to < from || to > size || this.#ranges.length >= 100_000) throw damaged();
    this.#ranges.push({ from, to });
  }

  patch(at: number, bytes: Uint8Array<ArrayBuffer>) {
    this.#patches.push({ at, bytes });
  }

  /** As long as the original. @throws PictureError when a patch is outside kept bytes or overlaps */
  pieces(size: number): Pieces {
    const pieces = new Pieces();
    const patches = this.#patches.toSorted((a, b) => a.at - b.at);
    let next = 0;
    let at = 0;
    for (const { from, to } of this.#ranges.toSorted((a, b) => a.from - b.from)) {
      if (to <= at) continue;
      pieces.zeros(from - at);
      at = Math.max(at, from);
      for (let patch = patches[next]; patch && patch.at < to; patch = patches[++next]) {
        if (patch.at < at) throw damaged();
        pieces.keep(at, patch.at);
        pieces.add(patch.bytes);
        at = patch.at + patch.bytes.length;
      }
      pieces.keep(at, to);
      at = Math.max(at, to);
    }
    if (next < patches.length) throw damaged();
    pieces.zeros(size - at);
    return pieces;
  }
}
