import { tableStore } from "#app/lib/data/table-store.ts";

/** As many as the database takes (private.bound_lead_recipients): all of them are one page. */
export const MOST = 50;

/** The first that was listed comes first. */
export const recipients = tableStore("lead_recipients", {
  order: [
    ["created_at", "asc"],
    ["id", "asc"],
  ],
});
