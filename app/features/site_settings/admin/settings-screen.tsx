import type { ReactNode } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PreviewArea } from "#app/admin-kit/preview/area.tsx";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { useAccess } from "#app/lib/access/use-access.ts";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import type { HoursOnCard } from "#app/lib/domain/business-hours.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { type Tab, Tabs } from "#app/ui/display/tabs.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { SETTING_MESSAGES } from "../messages.ts";
import { AnalyticsForm } from "./analytics-form.tsx";
import {
  DISPATCH,
  groupsOf,
  isHidden,
  isOfAdmins,
  type Setting,
  type SettingsTab,
  settingsOf,
  storedValue,
  TABS,
  WEBSITE,
} from "./catalog.ts";
import { DispatchNote } from "./dispatch-input.tsx";
import type { PrivacyPanelProps } from "./privacy-panel.tsx";
import { useSettings } from "./queries.ts";
import { SearchPreview } from "./search-preview.tsx";
import { SettingField } from "./setting-field.tsx";

const ADDRESS = { tab: "general" };

const PrivacyPanel = onDemand(async () => (await import("./privacy-panel.tsx")).PrivacyPanel);

const LABELS: Record<SettingsTab, string> = {
  general: "General",
  branding: "Branding",
  social: "Social Media",
  analytics: "Analytics",
  privacy: "Privacy",
};

interface SettingsScreenProps {
  /** tabs from other tables, after those of the settings */
  more?: readonly Tab<string>[];
  /** the hours on the contact page; undefined until loaded */
  hoursOnCard: HoursOnCard | undefined;
  /** content below the general settings, and below privacy */
  underGeneral: ReactNode;
  underPrivacy: ReactNode;
  /** reads the facts for a draft privacy text */
  readPrivacyFacts: PrivacyPanelProps["readFacts"];
}

/** The company's name, contact details, branding, links and analytics, in tabs (rule S-1). */
export function SettingsScreen({
  more = [],
  hoursOnCard,
  underGeneral,
  underPrivacy,
  readPrivacyFacts,
}: SettingsScreenProps) {
  const query = useSettings();
  const { administer } = useAccess();
  const names = TABS.filter((name) => administer || name !== "analytics");
  const [{ tab }, setAddress] = useUrlState(ADDRESS);

  /** A setting on another tab was clicked in the preview. */
  function showTabOf(address: string) {
    const key = /^site_settings\/(.+)$/.exec(address)?.[1];
    const other = names.find((name) => settingsOf(name, []).some((setting) => setting.key === key));
    if (other) setAddress({ tab: other }, { push: true });
    return other !== undefined;
  }

  const shownGroupsOf = (name: SettingsTab, rows: readonly SiteSetting[]) =>
    groupsOf(name, rows)
      .map(({ title, settings }) => ({
        title,
        settings: settings.filter(({ key }) => administer || !isHidden(key)),
      }))
      .filter(({ settings }) => settings.length > 0);

  const panel = (name: SettingsTab, rows: readonly SiteSetting[]) =>
    name === "analytics" ? (
      <AnalyticsForm settings={settingsOf(name, rows)} />
    ) : name === "privacy" ? (
      <PrivacyPanel rows={rows} readFacts={readPrivacyFacts}>
        {underPrivacy}
      </PrivacyPanel>
    ) : (
      <>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {shownGroupsOf(name, rows).map(({ title, settings }) => (
            <Card key={title}>
              {title && <CardHeader title={title} />}
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6 p-5">
                {settings.map((setting) =>
                  isOfAdmins(setting.key) && !administer ? (
                    <LockedSetting key={setting.key} setting={setting} />
                  ) : (
                    <SettingField key={setting.key} setting={setting} hoursOnCard={hoursOnCard} />
                  ),
                )}
                {title === WEBSITE && <SearchPreview rows={rows} />}
                {title === DISPATCH && <DispatchNote rows={rows} />}
              </div>
            </Card>
          ))}
        </div>
        {name === "general" && underGeneral}
      </>
    );

  return (
    <PreviewArea path="/" onElsewhere={showTabOf}>
      {(previewButton) => (
        <div className="max-w-3xl">
          <PageHeader actions={previewButton} />
          <ListStates
            query={query}
            explain={SETTING_MESSAGES.load}
            loading={<SkeletonList count={5} label="Loading settings…" itemClassName="h-20" />}
          >
            {(rows) => (
              <Tabs
                label="Settings"
                value={oneOf([...names, ...more.map(({ value }) => value)], tab)}
                onValueChange={(next) => setAddress({ tab: next }, { push: true })}
                listClassName="grid-cols-2 @lg:grid-cols-3 @3xl:grid-cols-[repeat(6,auto)]"
                tabs={[
                  ...names.map((name) => ({
                    value: name,
                    label: LABELS[name],
                    panel: panel(name, rows),
                  })),
                  ...more,
                ]}
              />
            )}
          </ListStates>
        </div>
      )}
    </PreviewArea>
  );
}

/** Only `contact_email`: editors don't see the other settings of admins. */
const LockedSetting = ({ setting: { key, label, row } }: { setting: Setting }) => (
  <Field
    label={label}
    description="Only an admin can change this, because new leads are sent here."
  >
    <Input name={key} value={storedValue(key, row)} disabled />
  </Field>
);
