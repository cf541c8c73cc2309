import type { ImageFormat } from "#contract/image-widths.ts";
import { createChild } from "#server/runtime/child.ts";

/** One image to resize, from file to file. */
export interface Work {
  source: string;
  target: string;
  width: number;
  format: ImageFormat;
}

export interface Answer {
  id: number;
  /** omitted: the target is written */
  problem?: "no image" | "not written";
  message?: string;
}

/**
 * Resizes images in a child process.
 * @param idleMs milliseconds without work until it ends
 */
export const createResizer = (idleMs?: number) =>
  createChild<Work, Answer>(new URL("./process.ts", import.meta.url), idleMs ? { idleMs } : {});
