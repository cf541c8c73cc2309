import { ascii, damaged, type Reader, viewOf } from "./source.ts";

/** A box of an ISO media file (ISO 14496-12, 4.2). */
export interface Box {
  type: string;
  /** the first byte, the first byte of the content, and the byte after the last */
  from: number;
  body: number;
  to: number;
}

/** The type of a box or item whose content is ignored. */
export const FREE = new TextEncoder().encode("free");

/** @throws PictureError when a box extends beyond its parent */
export async function boxesOf(file: Reader, from: number, to: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    file.part();
    const head = await file.bytes(at, 8);
    const type = ascii(head.subarray(4));
    const said = viewOf(head).getUint32(0);
    const long = said === 1 ? Number((await file.view(at + 8, 8)).getBigUint64(0)) : 0;
    const size = said === 1 ? long : said === 0 ? to - at : said;
    const body = at + (said === 1 ? 16 : 8);
    if (at + size < body || at + size > to) throw damaged();
    boxes.push({ type, from: at, body, to: at + size });
    at += size;
  }
  return boxes;
}

/** The content of a box that starts with a version and flags. */
export async function fullBox(file: Reader, { body, to }: Box) {
  const bytes = Uint8Array.from(await file.bytes(body, to - body));
  return { view: viewOf(bytes), version: bytes[0] ?? 0 };
}
