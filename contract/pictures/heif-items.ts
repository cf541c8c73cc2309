import { type Box, boxesOf, fullBox } from "./heif-boxes.ts";
import { ascii, damaged, type Reader } from "./source.ts";

/** A byte range; `to` is exclusive. */
export interface Part {
  from: number;
  to: number;
}

export interface Item {
  id: number;
  type: string;
  /** where the file stores its type */
  typeAt: number;
  /** what its offsets are relative to; 0: the file, 1: `idat` in `meta`, 2: another item */
  method: number;
  parts: Part[];
}

/** Reads consecutive numbers; throws a RangeError past the end. */
function cursor(view: DataView, start: number) {
  let at = start;
  return (bytes: number): number => {
    at += bytes;
    if (bytes === 0) return 0;
    if (bytes === 1) return view.getUint8(at - 1);
    if (bytes === 2) return view.getUint16(at - 2);
    if (bytes === 4) return view.getUint32(at - 4);
    if (bytes === 8) return Number(view.getBigUint64(at - 8));
    throw damaged();
  };
}

/** Lists the items and their byte ranges. @throws PictureError, or a RangeError */
export async function readItems(file: Reader, infos: Box, places: Box): Promise<Item[]> {
  const items = new Map<number, Item>();
  const { version } = await fullBox(file, infos);
  const first = infos.body + (version === 0 ? 6 : 8);
  for (const box of await boxesOf(file, first, infos.to)) {
    const info = await fullBox(file, box);
    if (box.type !== "infe" || info.version < 2) throw damaged();
    const next = cursor(info.view, 4);
    const id = next(info.version === 2 ? 2 : 4);
    const typeAt = box.body + (info.version === 2 ? 8 : 10);
    items.set(id, { id, type: ascii(await file.bytes(typeAt, 4)), typeAt, method: 0, parts: [] });
  }
  await readPlaces(file, places, items);
  return [...items.values()];
}

/** ISO 14496-12, 8.11.3. */
async function readPlaces(file: Reader, places: Box, items: Map<number, Item>) {
  const { view, version } = await fullBox(file, places);
  const next = cursor(view, 4);
  const sizes = next(2);
  const [offsetBytes, lengthBytes] = [sizes >> 12, (sizes >> 8) & 15];
  const [baseBytes, indexBytes] = [(sizes >> 4) & 15, version > 0 ? sizes & 15 : 0];
  for (let left = next(version < 2 ? 2 : 4); left > 0; left--) {
    const item = items.get(next(version < 2 ? 2 : 4));
    const method = version > 0 ? next(2) & 15 : 0;
    next(2);
    const base = next(baseBytes);
    for (let part = next(2); part > 0; part--) {
      file.part();
      next(indexBytes);
      const from = base + next(offsetBytes);
      const length = next(lengthBytes);
      // Zero means "to the end of the file", which no encoder writes.
      if (length === 0) throw damaged();
      item?.parts.push({ from, to: from + length });
    }
    if (item) item.method = method;
  }
}

/** The items that are thumbnails of others. */
export async function thumbnailsIn(file: Reader, references: Box | undefined) {
  const found = new Set<number>();
  if (!references) return found;
  const { version } = await fullBox(file, references);
  for (const box of await boxesOf(file, references.body + 4, references.to)) {
    if (box.type !== "thmb") continue;
    const view = await file.view(box.body, version === 0 ? 2 : 4);
    found.add(version === 0 ? view.getUint16(0) : view.getUint32(0));
  }
  return found;
}
