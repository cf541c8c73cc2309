import type { Lead } from "#app/lib/data/database.types.ts";

type Person = Pick<Lead, "name" | "business_name">;

const firstName = ({ name }: Person) => name.trim().split(/\s+/)[0] ?? "";

/** A saved reply for this lead: {name} is the first name, {business} the company's, or "your business". */
export const fillIn = (text: string, lead: Person): string =>
  text.replace(/\{(name|business)\}/g, (_, what) =>
    what === "name" ? firstName(lead) : lead.business_name?.trim() || "your business",
  );

/** What a reply begins with. @param company the sender's name; undefined while it is unknown */
export const openingOf = (lead: Person, company: string | undefined) => ({
  subject: company ? `Re: Your message to ${company}` : "Re: Your message",
  message: `Hi ${firstName(lead)},\n\n`,
});
