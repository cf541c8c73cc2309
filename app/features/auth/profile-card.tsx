import CircleUserRound from "lucide-react/icons/circle-user-round";
import { Card, CardHeader } from "#app/components/ui/card.tsx";
import { fullName, useSession } from "#app/features/auth/session.tsx";

/** Who is signed in (spec section 2); 'Admin User' without a name. */
export function ProfileCard() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Card>
      <CardHeader
        title="Admin Profile"
        aside={<CircleUserRound aria-hidden className="size-5 text-ink-3" />}
      />
      <dl className="grid gap-x-8 gap-y-3 px-5 py-4 text-sm sm:grid-cols-2">
        <div>
          <dt className="text-ink-2">Email</dt>
          <dd className="font-medium wrap-anywhere">{user.email}</dd>
        </div>
        <div>
          <dt className="text-ink-2">Full name</dt>
          <dd className="font-medium wrap-anywhere">{fullName(user) ?? "Admin User"}</dd>
        </div>
      </dl>
    </Card>
  );
}
