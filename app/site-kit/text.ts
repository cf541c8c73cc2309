import { place } from "#app/content/index.ts";
import { unbroken } from "./unbroken.tsx";

/** A text that staff can edit, as the content of an element that the preview finds: `<h3 {...text(card, "title")} />`. */
export const text = <Field extends string>(
  of: { [Name in Field]?: string | null },
  field: Field,
) => ({
  ...place(of, field),
  children: unbroken(of[field]),
});
