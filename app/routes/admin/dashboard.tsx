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
import { useAccess } from "#app/lib/access/use-access.ts";
import { ACCOUNT, leadsTo, navigationOf, screenAt, screensFor } from "./navigation.ts";

const all = navigationOf(resources);

/** The first time, all parts render together: each one alone would push down those below. */
export default function Dashboard() {
  const access = useAccess();
  const { administer, editContent } = access;
  const links = screensFor(all, access);
  const week = useOfficeWeek();
  const figures = useDashboard();
  const latest = useLatestChanges({ ask: editContent });
  const hour = useOnboarding({ ask: administer });
  const [isThere, setIsThere] = useState(false);
  // A read that isn't made is pending, too, but not loading.
  const waits = !isThere && (figures.isPending || latest.isLoading || hour.isLoading);
  if (!isThere && !waits) setIsThere(true);
  if (waits) return <ScreenSkeleton shape={screenAt(all, "/admin/dashboard").shape} />;
  return (
    <>
      <PageHeader />
      <div className="grid gap-6">
        <Waiting figures={figures} week={week} mayOpen={(to) => leadsTo(links, to)} />
        {administer && <OnboardingHead />}
        <DashboardCards links={links}>
          <ProfileCard to={ACCOUNT} />
        </DashboardCards>
        <Figures figures={figures} />
        {editContent && <LatestChanges query={latest} />}
        {administer && <BackupLine />}
      </div>
    </>
  );
}
