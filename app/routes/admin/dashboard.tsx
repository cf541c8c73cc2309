import { useState } from "react";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { ScreenSkeleton } from "#app/admin-kit/shell/screen-skeleton.tsx";
import { ProfileCard } from "#app/features/auth/profile-card.tsx";
import { DashboardCards } from "#app/features/dashboard/cards.tsx";
import { Figures, Waiting } from "#app/features/dashboard/morning.tsx";
import { useDashboard } from "#app/features/dashboard/queries.ts";
import { LatestChanges, useLatestChanges } from "#app/features/history/admin/latest.tsx";
import { OnboardingHead } from "#app/features/onboarding/admin/head-on-demand.tsx";
import { useOnboarding } from "#app/features/onboarding/queries.ts";
import { resources } from "#app/features/resources.ts";
import { useOfficeWeek } from "#app/features/site_content/admin/office-week.ts";
import { BackupLine } from "#app/features/system/admin/backup-line.tsx";
import type { Route } from "./+types/dashboard";
import { headOf, navigationOf, screenAt } from "./navigation.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Dashboard · Admin" },
  { name: "robots", content: "noindex" },
];

const links = navigationOf(resources);

/** The first time, all parts render together: each one alone would push down those below. */
export default function Dashboard() {
  const week = useOfficeWeek();
  const figures = useDashboard();
  const latest = useLatestChanges();
  const hour = useOnboarding();
  const [isThere, setIsThere] = useState(false);
  const waits = !isThere && (figures.isPending || latest.isPending || hour.isPending);
  if (!isThere && !waits) setIsThere(true);
  if (waits) return <ScreenSkeleton {...screenAt(links, "/admin/dashboard")} />;
  return (
    <>
      <PageHeader {...headOf("/admin/dashboard")} />
      <div className="grid gap-6">
        <Waiting figures={figures} week={week} />
        <OnboardingHead />
        <DashboardCards links={links}>
          <ProfileCard />
        </DashboardCards>
        <Figures figures={figures} />
        <LatestChanges query={latest} />
        <BackupLine />
      </div>
    </>
  );
}
