import type { FormLabels } from "#app/admin-kit/resource/form-labels.ts";

const labels = import.meta.glob<FormLabels | undefined>("./*/schema.ts", { import: "labels" });

/** What the form of a table calls its fields: each folder's schema.ts says it beside the form's rules. */
export const labelsOf = async (table: string): Promise<FormLabels | undefined> =>
  labels[`./${table}/schema.ts`]?.();
