import type { ContactFieldName } from "#app/content/index.ts";

/** A form's values, valid or not. */
export type ContactEntries = Record<Exclude<ContactFieldName, "platforms">, string> & {
  platforms: string[];
  /** the estimate carried over from the pricing page, as JSON */
  estimate?: string;
};

/** Reads the six answers and the estimate from a posted or a live form. */
export function readEntries(form: FormData): ContactEntries {
  const text = (name: Exclude<keyof ContactEntries, "platforms">) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const estimate = text("estimate");
  return {
    name: text("name"),
    email: text("email"),
    business_name: text("business_name"),
    monthly_volume: text("monthly_volume"),
    platforms: form.getAll("platforms").filter((value) => typeof value === "string"),
    // A posted form has CRLF line ends.
    message: text("message").replaceAll("\r\n", "\n"),
    ...(estimate && { estimate }),
  };
}
