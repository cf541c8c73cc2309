import type { Lead, SamePerson } from "#app/lib/data/database.types.ts";

const messages = (count: number, which: string) =>
  count > 0 ? [`${count} ${which} ${count === 1 ? "message" : "messages"}`] : [];

/** "2 earlier messages and 1 later message from this person" */
export function otherMessages(row: Lead, others: readonly SamePerson[]): string {
  const earlier = others.filter(({ created_at }) => created_at <= row.created_at).length;
  const counts = [...messages(earlier, "earlier"), ...messages(others.length - earlier, "later")];
  return `${counts.join(" and ")} from this person`;
}

/** How the person was recognized, unless by the email address that both show. */
export function recognizedBy(row: Lead, { by, name, email }: SamePerson): string {
  if (by.includes("email")) return name === row.name ? "" : ` · as ${name}`;
  const from = ` · ${name}, ${email}`;
  return by.includes("phone") ? `${from} · same phone number` : from;
}
