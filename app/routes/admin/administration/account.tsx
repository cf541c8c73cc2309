import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { NameCard } from "#app/features/auth/account/name-card.tsx";
import { PasswordCard } from "#app/features/auth/account/password-card.tsx";
import { SessionsCard } from "#app/features/auth/account/sessions-card.tsx";
import { SecondFactorCard } from "#app/features/auth/second-factor/card.tsx";
import { NoticeSwitches } from "#app/features/lead_recipients/admin/notice-switches.tsx";
import { useAccess } from "#app/lib/access/use-access.ts";

/** Everyone's own account, whatever their role. */
export default function Account() {
  const { handleLeads } = useAccess();
  return (
    <>
      <PageHeader />
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <NameCard />
        <PasswordCard />
        <SecondFactorCard />
        {handleLeads && <NoticeSwitches title="Notifications" />}
        <SessionsCard />
      </div>
    </>
  );
}
