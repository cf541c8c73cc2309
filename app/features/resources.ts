import { declaredIn } from "#app/lib/data/declaration.ts";

/** Every declared resource, in the menu's order: each folder here whose index.ts declares one. */
export const resources = declaredIn(
  Object.values(import.meta.glob("./*/index.ts", { eager: true })),
);
