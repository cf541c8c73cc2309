import type { ReactNode } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PreviewArea } from "#app/admin-kit/preview/area.tsx";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import type { ScreenHead } from "#app/admin-kit/shell/screen-bones.tsx";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Card } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { type Tab, Tabs } from "#app/ui/display/tabs.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { AnalyticsForm } from "./analytics-form.tsx";
import type { PrivacyPanelProps } from "./privacy-panel.tsx";
import { useSettings } from "./queries.ts";
import { SettingField } from "./setting-field.tsx";
import { type SettingsTab, settingsOf, TABS } from "./tabs.ts";

const ADDRESS = { tab: "general" };

const PrivacyPanel = onDemand<PrivacyPanelProps>(
  async () => (await import("./privacy-panel.tsx")).PrivacyPanel,
  () => true,
);

const LABELS: Record<SettingsTab, string> = {
  general: "General",
  branding: "Branding",
  social: "Social Media",
  analytics: "Analytics",
  privacy: "Privacy",
};

interface SettingsScreenProps {
  head: ScreenHead;
  /** tabs of other tables, behind those of settings */
  more?: readonly Tab<string>[];
  /** what stands under the privacy settings */
  underPrivacy: ReactNode;
}

/** The company's name, addresses, look, links and analytics, by tabs (rule S-1). */
export function SettingsScreen({ head, more = [], underPrivacy }: SettingsScreenProps) {
  const query = useSettings();
  const [{ tab }, setAddress] = useUrlState(ADDRESS);

  /** Another tab's setting was picked in the preview. */
  function showTabOf(address: string) {
    const key = /^site_settings\/(.+)$/.exec(address)?.[1];
    const other = TABS.find((name) => settingsOf(name, []).some((setting) => setting.key === key));
    if (other) setAddress({ tab: other }, { push: true });
    return other !== undefined;
  }

  const panel = (name: SettingsTab, rows: readonly SiteSetting[]) =>
    name === "analytics" ? (
      <AnalyticsForm settings={settingsOf(name, rows)} />
    ) : name === "privacy" ? (
      <PrivacyPanel rows={rows}>{underPrivacy}</PrivacyPanel>
    ) : (
      <Card className="grid gap-6 p-5 md:p-6">
        {settingsOf(name, rows).map((setting) => (
          <SettingField key={setting.key} setting={setting} />
        ))}
      </Card>
    );

  return (
    <PreviewArea path="/" onElsewhere={showTabOf}>
      {(previewButton) => (
        <div className="max-w-3xl">
          <PageHeader {...head} actions={previewButton} />
          <ListStates
            query={query}
            explain={MESSAGES.settings.load}
            loading={<SkeletonList count={5} label="Loading settings…" itemClassName="h-20" />}
          >
            {(rows) => (
              <Tabs
                label="Settings"
                value={oneOf([...TABS, ...more.map(({ value }) => value)], tab)}
                onValueChange={(next) => setAddress({ tab: next }, { push: true })}
                listClassName="grid-cols-2 sm:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))]"
                tabs={[
                  ...TABS.map((name) => ({
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
