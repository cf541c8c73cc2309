import { PostgrestClient } from "@supabase/postgrest-js";
import type { SupabaseClient } from "@supabase/supabase-js";
import { PAGE_SIZE } from "#app/admin-kit/resource/resource.ts";
import * as auditLog from "#app/features/audit_log/queries.ts";
import { isAdminUser } from "#app/features/auth/queries.ts";
import * as submissions from "#app/features/contact_submissions/admin/queries.ts";
import { readDashboard } from "#app/features/dashboard/queries.ts";
import * as history from "#app/features/history/queries.ts";
import * as inboundMails from "#app/features/inbound_mails/queries.ts";
import * as insights from "#app/features/insights/queries.ts";
import * as media from "#app/features/media_library/queries.ts";
import { readOnboarding } from "#app/features/onboarding/queries.ts";
import { readPublic } from "#app/features/onboarding/read-public.ts";
import { resources } from "#app/features/resources.ts";
import { allTexts } from "#app/features/site_content/admin/editor.ts";
import { listPageContent } from "#app/features/site_content/queries.ts";
import { allSettings } from "#app/features/site_settings/admin/queries.ts";
import { listSettings } from "#app/features/site_settings/queries.ts";
import * as webhooks from "#app/features/webhooks/queries.ts";
import type { Question } from "#app/lib/data/client/started.ts";
import { readState } from "#app/lib/data/functions/inbound.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import { supabase, through } from "#app/lib/data/supabase.ts";

type Ask = () => readonly Promise<unknown>[];

const firstPage = (pageSize: number) => ({ q: "", page: 1, pageSize });
const officeHours = () => listPageContent(supabase(), "contact");
const dashboard: Ask = () => [
  readDashboard(),
  history.listLatest(),
  officeHours(),
  readOnboarding(),
];

/** The first queries of each screen; screens that don't query tables directly are left out. */
const SCREENS: Readonly<Record<string, Ask>> = {
  "/admin": dashboard,
  "/admin/dashboard": dashboard,
  "/admin/content": () => [allTexts()],
  "/admin/first-hour": () => [allSettings(), allTexts(), readOnboarding(), readPublic()],
  "/admin/settings": () => [allSettings()],
  "/admin/media": () => [media.mediaLibrary.list(firstPage(media.PAGE_SIZE))],
  "/admin/webhooks": () => [webhooks.list()],
  "/admin/history": () => [history.listChanges({}), history.listFilters()],
  "/admin/audit-log": () => [auditLog.list({})],
  "/admin/insights": () => [insights.read()],
  "/admin/unmatched-email": () => [
    inboundMails.list(firstPage(inboundMails.PAGE_SIZE)),
    readState(),
  ],
  "/admin/contact-manager": () => [
    submissions.list(firstPage(submissions.PAGE_SIZE)),
    submissions.choices(),
    officeHours(),
    listSettings(supabase()),
  ],
  ...Object.fromEntries(
    resources.map(({ table, path, search }) => {
      const store = orderedStore(table, search);
      return [path, () => [store.list(firstPage(PAGE_SIZE)), store.facts()]];
    }),
  ),
};

const check: Ask = () => [isAdminUser()];

/** The requests that `ask` makes, recorded with a client that sends nothing. */
async function sentBy(ask: Ask): Promise<readonly Question[]> {
  const sent: Question[] = [];
  const client = new PostgrestClient("http://nowhere/rest/v1", {
    schema: "public",
    retry: false,
    fetch: async (input, { method = "GET", headers, body } = {}) => {
      const { pathname, search } = new URL(String(input));
      sent.push({
        method,
        path: pathname + search,
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof body === "string" && { body }),
      });
      throw new Error("written down, not sent");
    },
  });
  await Promise.allSettled(through(client as unknown as SupabaseClient, ask));
  return sent;
}

const known = new Map<Ask, Promise<readonly Question[]>>();

function questionsOf(ask: Ask) {
  const questions = known.get(ask) ?? sentBy(ask);
  known.set(ask, questions);
  return questions;
}

/** The app's first requests at an admin path. @param pathname such as "/admin/faqs" */
export async function firstQuestions(pathname: string) {
  const ask = SCREENS[pathname.replace(/\/$/, "")];
  return { check: await questionsOf(check), questions: ask ? await questionsOf(ask) : [] };
}
