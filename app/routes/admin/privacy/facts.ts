import { mergeContent } from "#app/content/index.ts";
import { listPageContent } from "#app/features/site_content/queries.ts";
import type { PrivacyFacts } from "#app/features/site_settings/admin/privacy-draft.ts";
import { readSystem, type SystemFacts } from "#app/features/system/queries.ts";
import * as webhooks from "#app/features/webhooks/queries.ts";
import type { InboundState } from "#app/lib/data/database.types.ts";
import { readState } from "#app/lib/data/functions/inbound.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { schedulingUrl } from "#app/lib/domain/scheduling.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";

interface Read {
  logged: PrivacyFacts["logged"];
  hooks: readonly Pick<webhooks.Webhook, "active">[];
  inbound: Pick<InboundState, "on">;
  /** the scheduling page's URL; "" for none */
  calendar: string;
  server: { backups: Pick<NonNullable<SystemFacts["server"]>["backups"], "place" | "next"> } | null;
}

export function factsOf({ logged, hooks, inbound, calendar, server }: Read): PrivacyFacts {
  return {
    logged,
    hosted: server === null,
    webhooks: hooks.some(({ active }) => active),
    answers: inbound.on,
    calendar: schedulingUrl(calendar) !== undefined,
    backups: {
      scheduled: Boolean(server?.backups.next),
      elsewhere: server?.backups.place.startsWith("s3://") ?? false,
    },
  };
}

/** The current facts. @throws when any of them can't be read */
export async function readPrivacyFacts(): Promise<PrivacyFacts> {
  const [hooks, inbound, texts, { server }] = await Promise.all([
    webhooks.list(),
    readState(),
    listPageContent(supabase(), "contact"),
    readSystem(),
  ]);
  return factsOf({
    logged: readBrowserConfig().logged,
    hooks,
    inbound,
    calendar: mergeContent("contact", texts).onboarding_call.calendly_url,
    server,
  });
}
