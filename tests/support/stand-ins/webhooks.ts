import type { SupabaseClient } from "@supabase/supabase-js";

export interface NewWebhook {
  name?: string;
  url?: string;
  format?: string;
  events?: string[];
  active?: boolean;
}

/** Adds a webhook as an admin does. @returns its id, and the secret that is shown only once */
export async function addWebhook(
  admin: SupabaseClient,
  given: NewWebhook = {},
): Promise<{ id: string; secret: string }> {
  const { data, error } = await admin.rpc("webhook_save", {
    name: "The warehouse",
    url: "https://hooks.invalid/in?key=hidden",
    events: ["lead.created", "lead.status_changed"],
    active: true,
    ...given,
  });
  if (error) throw error;
  return data;
}
