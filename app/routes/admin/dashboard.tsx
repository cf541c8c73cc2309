import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { ProfileCard } from "#app/features/auth/profile-card.tsx";
import { DashboardCards } from "#app/features/dashboard/cards.tsx";
import { Morning } from "#app/features/dashboard/morning.tsx";
import { LatestChanges } from "#app/features/history/admin/latest.tsx";
import { resources } from "#app/features/resources.ts";
import { useOfficeWeek } from "#app/features/site_content/admin/office-week.ts";
import type { Route } from "./+types/dashboard";
import { headOf, navigationOf } from "./navigation.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Dashboard · Admin" },
  { name: "robots", content: "noindex" },
];

const links = navigationOf(resources);

export default function Dashboard() {
  const week = useOfficeWeek();
  return (
    <>
      <PageHeader {...headOf("/admin/dashboard")} />
      <div className="grid gap-8">
        <Morning week={week} />
        <LatestChanges />
        <DashboardCards links={links}>
          <ProfileCard />
        </DashboardCards>
      </div>
    </>
  );
}
