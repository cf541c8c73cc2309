import { Link } from "react-router";
import { readFields } from "#app/features/contact_submissions/fields.ts";
import type { EraseDialogProps } from "#app/features/privacy/erase-dialog.tsx";
import { hoursOnCard, useContactTexts } from "#app/features/site_content/admin/office-week.ts";
import { storedValue } from "#app/features/site_settings/admin/catalog.ts";
import { useSettings } from "#app/features/site_settings/admin/queries.ts";
import { SettingsScreen } from "#app/features/site_settings/admin/settings-screen.tsx";
import { useAccess } from "#app/lib/access/use-access.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { dropDrafts } from "./inbox/drafts.ts";
import { ONBOARDING } from "./navigation.ts";

/** Loaded when its tab opens. */
const RecipientsPanel = onDemand(
  async () =>
    (await import("#app/features/lead_recipients/admin/recipients-panel.tsx")).RecipientsPanel,
);

const Erasures = onDemand<Pick<EraseDialogProps, "onErased">>(
  async () => (await import("#app/features/privacy/erasures.tsx")).Erasures,
);

const NOTICES = { value: "notices", label: "Lead Notifications", panel: <LeadNotices /> };

export default function Settings() {
  const contact = useContactTexts();
  const settings = useSettings();
  const { administer } = useAccess();
  const zone = settings.data?.find(({ setting_key }) => setting_key === "time_zone");
  return (
    <SettingsScreen
      more={administer ? [NOTICES] : []}
      underGeneral={administer && <ToOnboarding />}
      hoursOnCard={contact.data && hoursOnCard(contact.data, storedValue("time_zone", zone))}
      underPrivacy={administer && <Erasures onErased={dropDrafts} />}
      readPrivacyFacts={async () => (await import("./privacy/facts.ts")).readPrivacyFacts()}
    />
  );
}

/** Links to the onboarding steps, because the menu does so only until they are done. */
const ToOnboarding = () => (
  <p className="mt-4 text-sm text-ink-2">
    <Link to={ONBOARDING} className="font-medium text-accent underline underline-offset-2">
      Make It Yours
    </Link>{" "}
    lists what still shows demo content, step by step.
  </p>
);

/** Who gets notices of new leads, by the contact form's choices. */
function LeadNotices() {
  const settings = useSettings();
  const contact = useContactTexts();
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
