import { useQuery } from "@tanstack/react-query";
import { readFields } from "#app/features/contact_submissions/fields.ts";
import type { RecipientsPanelProps } from "#app/features/lead_recipients/admin/recipients-panel.tsx";
import { listPageContent } from "#app/features/site_content/queries.ts";
import { useSettings } from "#app/features/site_settings/admin/queries.ts";
import { SettingsScreen } from "#app/features/site_settings/admin/settings-screen.tsx";
import { storedValue } from "#app/features/site_settings/admin/tabs.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import type { Route } from "./+types/settings";
import { headOf } from "./navigation.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Site Settings · Admin" },
  { name: "robots", content: "noindex" },
];

/** Fetched by who opens their tab. */
const RecipientsPanel = onDemand<RecipientsPanelProps>(
  async () =>
    (await import("#app/features/lead_recipients/admin/recipients-panel.tsx")).RecipientsPanel,
  () => true,
);

const Erasures = onDemand(
  async () => (await import("#app/features/privacy/erasures.tsx")).Erasures,
  () => true,
);

const NOTICES = { value: "notices", label: "Lead Notices", panel: <LeadNotices /> };

export default function Settings() {
  return (
    <SettingsScreen head={headOf("/admin/settings")} more={[NOTICES]} underPrivacy={<Erasures />} />
  );
}

/** Who is told of new leads, by what the contact form offers to choose. */
function LeadNotices() {
  const settings = useSettings();
  const contact = useQuery({
    queryKey: ["site_content", "page", "contact"],
    queryFn: () => listPageContent(supabase(), "contact"),
  });
  const config = contact.data?.find(({ content_key }) => content_key === "fields_config");
  const { fields } = readFields(config?.content_value ?? "");
  const offered = (field: string) =>
    fields.find(({ name }) => name === field)?.choices?.map(({ value }) => value) ?? [];
  const email = settings.data?.find(({ setting_key }) => setting_key === "contact_email");
  return (
    <RecipientsPanel
      platforms={offered("platforms")}
      volumes={offered("monthly_volume")}
      contactEmail={storedValue("contact_email", email)}
    />
  );
}
