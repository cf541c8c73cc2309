import type { ContactFieldName } from "#app/content/index.ts";

/** A form as it was filled in, right or wrong. */
export type ContactEntries = Record<Exclude<ContactFieldName, "platforms">, string> & {
  platforms: string[];
  /** what the form carries of the pricing page's estimate, as JSON */
  estimate?: string;
};

/** Takes the six answers, and the estimate, out of a posted or a living form. */
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
    // A posted form ends its lines as email does.
    message: text("message").replaceAll("\r\n", "\n"),
    ...(estimate && { estimate }),
  };
}
