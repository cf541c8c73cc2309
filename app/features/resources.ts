import { declaredIn } from "#app/lib/data/declaration.ts";

/** Every declared resource, in menu order: one for each folder here whose index.ts declares one. */
export const resources = declaredIn(
  Object.values(import.meta.glob("./*/index.ts", { eager: true })),
);
