import type { ReactNode } from "react";
import { Link } from "react-router";
import { catalogue } from "#app/content/catalogue.ts";
import { useSession } from "#app/features/auth/session.tsx";
import type { StepId } from "#app/features/first_hour/rule/steps.ts";
import { ContentField } from "#app/features/site_content/admin/content-field.tsx";
import { SettingField } from "#app/features/site_settings/admin/setting-field.tsx";
import { type SettingsTab, settingsOf } from "#app/features/site_settings/admin/tabs.ts";
import {
  TestMailAnswer,
  TestMailButton,
  useTestMail,
} from "#app/features/system/admin/test-mail.tsx";
import type { SiteContent, SiteSetting } from "#app/lib/data/database.types.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";

/** The fields of each step that stand in it; what has a screen of its own is led to. */
export const formsOf = (
  settings: readonly SiteSetting[] | undefined,
  texts: readonly SiteContent[] | undefined,
): Record<StepId, ReactNode> => ({
  company: (
    <Settings
      rows={settings}
      tab="general"
      keys={["company_name", "site_title", "site_description", "site_keywords"]}
    />
  ),
  logo: <Settings rows={settings} tab="branding" keys={["logo_url", "favicon_url"]} />,
  color: (
    <Settings
      rows={settings}
      tab="branding"
      keys={["brand_color_primary", "brand_color_secondary"]}
    />
  ),
  reach: (
    <Settings
      rows={settings}
      tab="general"
      keys={["contact_email", "contact_phone", "website_url"]}
    />
  ),
  address: (
    <Settings
      rows={settings}
      tab="general"
      keys={[
        "address_street",
        "address_city",
        "address_region",
        "address_postal_code",
        "address_country",
      ]}
    />
  ),
  hours: <Texts rows={texts} section="business_hours" keys={/^day_|^response/} />,
  prices: <Way to="/admin/pricing">Open the price list</Way>,
  calendar: <Texts rows={texts} section="onboarding_call" keys={/^calendly_url$/} />,
  words: null,
  mail: <TestMail />,
  password: <OwnPassword />,
  colleague: <Way to="/admin/users?invite=new">Invite a colleague</Way>,
});

interface SettingsProps {
  rows: readonly SiteSetting[] | undefined;
  tab: SettingsTab;
  keys: readonly string[];
}

const Settings = ({ rows, tab, keys }: SettingsProps) =>
  rows &&
  settingsOf(tab, rows)
    .filter(({ key }) => keys.includes(key))
    .toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key))
    .map((setting) => <SettingField key={setting.key} setting={setting} />);

interface TextsProps {
  rows: readonly SiteContent[] | undefined;
  section: "business_hours" | "onboarding_call";
  keys: RegExp;
}

/** Texts of the contact page. */
const Texts = ({ rows = [], section, keys }: TextsProps) =>
  rows
    .filter(
      (row) =>
        row.page_name === "contact" && row.section_name === section && keys.test(row.content_key),
    )
    .map((row) => (
      <ContentField
        key={row.id}
        row={row}
        section={labelFromKey(section)}
        texts={catalogue.contact[section]}
      />
    ));

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="justify-self-start text-sm font-medium">
    {children}
  </Link>
);

/** The dialog in which an admin gives an account a password, their own too. */
function OwnPassword() {
  const { user } = useSession();
  return <Way to={`/admin/users?reset=${user?.id}`}>Choose a new password</Way>;
}

function TestMail() {
  const test = useTestMail();
  return (
    <div className="grid justify-items-start gap-3">
      <TestMailButton test={test} />
      <TestMailAnswer test={test} />
    </div>
  );
}
