import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { Tabs } from "#app/ui/display/tabs.tsx";
import { LeadsTab } from "./leads.tsx";
import { VisitorsTab } from "./visitors.tsx";

const DEFAULTS = { tab: "leads", by: "" };
const TABS = ["leads", "visitors"] as const;

/** The figures of leads and of visitors. Tab, period and table are in the URL. */
export function InsightsScreen() {
  const [{ tab }, choose] = useUrlState(DEFAULTS);
  return (
    <>
      <PageHeader />
      <Tabs
        label="Insights"
        value={oneOf(TABS, tab)}
        // Each tab has its own tables.
        onValueChange={(next) => choose({ tab: next, by: "" }, { push: true })}
        className="gap-4"
        listClassName="grid-cols-2 sm:max-w-md"
        tabs={[
          { value: "leads", label: "Leads", panel: <LeadsTab /> },
          { value: "visitors", label: "Visitors", panel: <VisitorsTab /> },
        ]}
      />
    </>
  );
}
