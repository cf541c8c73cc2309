import type { Pieces } from "./pieces.ts";
import type { Reader } from "./source.ts";

/** The result of reading a picture. */
export interface Cleaned {
  pieces: Pieces;
  /** pixels, upright */
  width: number;
  height: number;
}

/** Reads a picture of one format. @throws PictureError */
export type Format = (file: Reader) => Promise<Cleaned>;

/** Swaps width and height if the picture is rotated by 90 degrees. */
export const upright = (pieces: Pieces, width: number, height: number, turned: boolean): Cleaned =>
  turned ? { pieces, width: height, height: width } : { pieces, width, height };
