import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { SecondFactorCard } from "#app/features/auth/second-factor/card.tsx";
import { fullName, useSession } from "#app/features/auth/session.tsx";
import { useAccess } from "#app/lib/access/use-access.ts";
import type { Route } from "./+types/account";
import { ACCOUNT, headOf } from "./navigation.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Your account · Admin" },
  { name: "robots", content: "noindex" },
];

/** Everyone's own account, whatever their role. */
export default function Account() {
  const { user } = useSession();
  const { role } = useAccess();
  const person = [user && fullName(user), user?.email, role].filter(Boolean).join(", ");
  return (
    <>
      <PageHeader {...headOf(ACCOUNT)} />
      <div className="grid max-w-3xl gap-4">
        <p className="text-sm wrap-anywhere">{person}</p>
        <SecondFactorCard />
      </div>
    </>
  );
}
