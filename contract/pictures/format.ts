import type { Pieces } from "./pieces.ts";
import type { Reader } from "./source.ts";

/** What reading a picture comes to. */
export interface Cleaned {
  pieces: Pieces;
  /** pixels, upright */
  width: number;
  height: number;
}

/** Reads a picture of one format. @throws PictureError */
export type Format = (file: Reader) => Promise<Cleaned>;

/** The same picture as it is seen: one that lies on its side is as high as it was wide. */
export const upright = (pieces: Pieces, width: number, height: number, turned: boolean): Cleaned =>
  turned ? { pieces, width: height, height: width } : { pieces, width, height };
