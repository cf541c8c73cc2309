import Play from "lucide-react/icons/play";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { Overview } from "#app/features/seo/overview.tsx";
import { Premium, UpgradeCard } from "#app/features/seo/premium.tsx";
import {
  Keywords,
  PageAnalysis,
  SocialMedia,
  TechnicalSeo,
} from "#app/features/seo/premium-tabs.tsx";
import { StartDialog } from "#app/features/seo/start-dialog.tsx";
import { Badge } from "#app/ui/display/badge.tsx";
import { Tabs } from "#app/ui/display/tabs.tsx";
import { Button } from "#app/ui/inputs/button.tsx";

const ADDRESS = { tab: "overview" };
const TABS = ["overview", "pages", "keywords", "social", "technical"] as const;

/** Rule O-1: five tabs of sample content, most of it behind an overlay. */
export default function SeoTools() {
  const [address, setAddress] = useUrlState(ADDRESS);
  const dialog = useOpened("start");
  const upgrade = () => dialog.openAt("message");
  const premium = (name: string, panel: ReactNode) => (
    <Premium name={name} onUpgrade={upgrade}>
      {panel}
    </Premium>
  );
  return (
    <>
      <PageHeader
        badge={<Badge tone="warning">Sample data</Badge>}
        actions={
          <Button look="primary" onClick={upgrade}>
            <Play aria-hidden />
            Run Analysis
          </Button>
        }
      />
      <p className="mb-4 text-sm">
        <Link to="/admin/site-health" className="underline">
          Site health
        </Link>{" "}
        checks your real pages.
      </p>
      <Tabs
        label="SEO tools"
        value={oneOf(TABS, address.tab)}
        onValueChange={(tab) => setAddress({ tab }, { push: true })}
        listClassName="grid-cols-2 sm:grid-cols-3 lg:grid-cols-5"
        tabs={[
          { value: "overview", label: "Overview", panel: <Overview /> },
          {
            value: "pages",
            label: "Page Analysis",
            panel: premium("Page Analysis", <PageAnalysis />),
          },
          { value: "keywords", label: "Keywords", panel: premium("Keywords", <Keywords />) },
          {
            value: "social",
            label: "Social Media",
            panel: premium("Social Media", <SocialMedia />),
          },
          {
            value: "technical",
            label: "Technical SEO",
            panel: premium("Technical SEO", <TechnicalSeo />),
          },
        ]}
      />
      <UpgradeCard onUpgrade={upgrade} />
      <StartDialog open={dialog.open} onClose={dialog.close} />
    </>
  );
}
