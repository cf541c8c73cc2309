import type { ReactNode } from "react";
import { useAccess } from "#app/lib/access/use-access.ts";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { Card } from "#app/ui/display/card.tsx";
import { isHidden, settingsOf, storedValue } from "./catalog.ts";
import { type PrivacyFacts, privacyDraft } from "./privacy-draft.ts";
import { SettingField } from "./setting-field.tsx";

export interface PrivacyPanelProps {
  rows: readonly SiteSetting[];
  /** reads the facts that are not settings */
  readFacts: () => Promise<PrivacyFacts>;
  /** the form to erase a person, and the log of permanent deletions */
  children: ReactNode;
}

/** The privacy text, how long leads are kept, and what was deleted. */
export function PrivacyPanel({ rows, readFacts, children }: PrivacyPanelProps) {
  const { administer } = useAccess();
  const draft = async () => {
    const facts = await readFacts();
    return privacyDraft(
      (key) =>
        storedValue(
          key,
          rows.find((row) => row.setting_key === key),
        ),
      facts,
    );
  };
  return (
    <div className="grid gap-6">
      <Card className="grid gap-6 p-5 md:p-6">
        {settingsOf("privacy", rows)
          .filter(({ key }) => administer || !isHidden(key))
          .map((setting) => (
            <SettingField
              key={setting.key}
              setting={setting}
              // The draft reads facts that only admins see.
              {...(administer && setting.key === "privacy_text" && { draft })}
            />
          ))}
      </Card>
      {children}
    </div>
  );
}
