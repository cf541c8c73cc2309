import type { ReactNode } from "react";
import { Link } from "react-router";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { focusWhenThere } from "#app/admin-kit/shell/focus-when-there.ts";
import { catalogue } from "#app/content/catalogue.ts";
import { useSession } from "#app/features/auth/session.tsx";
import { useWords } from "#app/features/onboarding/admin/use-words.ts";
import { missingReasons } from "#app/features/onboarding/rule/reasons.ts";
import type { StepId } from "#app/features/onboarding/rule/steps.ts";
import { ContentField } from "#app/features/site_content/admin/content-field.tsx";
import { hoursOnCard, noteOnHours } from "#app/features/site_content/admin/office-week.ts";
import {
  type SettingsTab,
  settingsOf,
  storedValue,
} from "#app/features/site_settings/admin/catalog.ts";
import { SettingField } from "#app/features/site_settings/admin/setting-field.tsx";
import {
  TestMailAnswer,
  TestMailButton,
  useTestMail,
} from "#app/features/system/admin/test-mail.tsx";
import type { SiteContent, SiteSetting } from "#app/lib/data/database.types.ts";
import type { HoursOnCard } from "#app/lib/domain/business-hours.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { backTo } from "./way-back.tsx";

const RESET = "reset";
const ResetPasswordDialog = onDemand(
  async () =>
    (await import("#app/features/users/admin/reset-password-dialog.tsx")).ResetPasswordDialog,
  { early: true },
);

/** Each step's own fields; what has its own screen is linked instead. */
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
  hours: (
    <>
      <Settings
        rows={settings}
        tab="general"
        keys={[
          "time_zone",
          "opening_hours",
          "dispatch_cutoff",
          "dispatch_pickup",
          "dispatch_days",
          "dispatch_holidays",
        ]}
        hoursOnCard={hoursOnCard(
          texts,
          storedValue(
            "time_zone",
            settings?.find(({ setting_key }) => setting_key === "time_zone"),
          ),
        )}
      />
      <Texts rows={texts} section="business_hours" keys={/^day_|^response/} />
    </>
  ),
  prices: (
    <Way from="prices" to="/admin/pricing">
      Open the price list
    </Way>
  ),
  calendar: <Texts rows={texts} section="onboarding_call" keys={/^calendly_url$/} />,
  words: null,
  reasons: <Reasons rows={texts} />,
  mail: <TestMail />,
  password: <OwnPassword />,
  colleague: (
    <Way from="colleague" to="/admin/users?invite=new">
      Invite a colleague
    </Way>
  ),
});

interface SettingsProps {
  rows: readonly SiteSetting[] | undefined;
  tab: SettingsTab;
  keys: readonly string[];
  hoursOnCard?: HoursOnCard | undefined;
}

const Settings = ({ rows, tab, keys, hoursOnCard }: SettingsProps) =>
  rows &&
  settingsOf(tab, rows)
    .filter(({ key }) => keys.includes(key))
    .toSorted((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key))
    .map((setting) => (
      <SettingField key={setting.key} setting={setting} hoursOnCard={hoursOnCard} />
    ));

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
        check={noteOnHours}
      />
    ));

/** Links to the texts that nobody has written yet. */
function Reasons({ rows = [] }: { rows: readonly SiteContent[] | undefined }) {
  const missing = missingReasons({ site_content: rows });
  if (missing.length === 0) return null;
  return (
    <ul aria-label="Not written yet" className="divide-y divide-line">
      {missing.map(({ title, row: { page_name, section_name, content_key } }) => {
        const to = `/admin/content?tab=${page_name}`;
        return (
          <li key={title} className="py-2.5 text-sm">
            <Link
              to={to}
              state={backTo("reasons", to)}
              className="font-medium"
              onClick={() => focusWhenThere(`${section_name}.${content_key}`)}
            >
              {title}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

interface WayProps {
  from: StepId;
  to: string;
  children: ReactNode;
}

const Way = ({ from, to, children }: WayProps) => (
  <Link to={to} state={backTo(from, to)} className="justify-self-start text-sm font-medium">
    {children}
  </Link>
);

/** Choosing a password here also confirms the step. */
function OwnPassword() {
  const { user } = useSession();
  const { open, openAt, close } = useOpened(RESET);
  const { say } = useWords();
  return (
    <>
      <Button className="justify-self-start" onClick={() => openAt("own")}>
        Choose a new password
      </Button>
      <ResetPasswordDialog
        open={open}
        user={user ? { id: user.id, email: user.email ?? "", full_name: null } : undefined}
        own
        param={RESET}
        onClose={close}
        onChanged={() => say(["password"])}
      />
    </>
  );
}

const SYSTEM = "/admin/system";

function TestMail() {
  const test = useTestMail();
  return (
    <div className="grid justify-items-start gap-3">
      <TestMailButton test={test} />
      <TestMailAnswer test={test} />
      <p className="text-sm text-ink-2">
        Email from a new site often lands in spam.{" "}
        <Link
          to={SYSTEM}
          state={backTo("mail", SYSTEM)}
          className="font-medium"
          onClick={() => focusWhenThere("deliverability")}
        >
          Check deliverability
        </Link>
      </p>
    </div>
  );
}
