import type { FormLabels } from "#app/admin-kit/resource/form-labels.ts";

const labels = import.meta.glob<FormLabels | undefined>("./*/schema.ts", { import: "labels" });

/** The form labels of a table, exported by its folder's schema.ts. */
export const labelsOf = async (table: string): Promise<FormLabels | undefined> =>
  labels[`./${table}/schema.ts`]?.();
