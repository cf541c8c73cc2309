import { DashboardCards } from "#app/admin-kit/shell/dashboard-cards.tsx";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { ProfileCard } from "#app/features/auth/profile-card.tsx";
import { Morning } from "#app/features/dashboard/morning.tsx";
import { useOfficeWeek } from "#app/features/site_content/admin/office-week.ts";
import type { Route } from "./+types/dashboard";

export const meta: Route.MetaFunction = () => [
  { title: "Dashboard · Admin" },
  { name: "robots", content: "noindex" },
];

export default function Dashboard() {
  const week = useOfficeWeek();
  return (
    <>
      <PageHeader title="Dashboard" description="Everything visitors read starts here." />
      <div className="grid gap-8">
        <Morning week={week} />
        <DashboardCards>
          <ProfileCard />
        </DashboardCards>
      </div>
    </>
  );
}
