import CircleUserRound from "lucide-react/icons/circle-user-round";
import { Link } from "react-router";
import { useAccess } from "#app/lib/access/use-access.ts";
import { Email } from "#app/ui/display/email.tsx";
import { fullName, useSession } from "./session.tsx";

interface ProfileCardProps {
  /** the path of the person's own screen */
  to: string;
}

/** The signed-in person (rule W-3); 'Admin User', or another role, without a name. */
export function ProfileCard({ to }: ProfileCardProps) {
  const { user } = useSession();
  const { administer, role } = useAccess();
  if (!user) return null;
  return (
    <section className="flex h-full items-start gap-4 rounded-lg border border-dashed border-line-strong p-3 sm:p-4">
      <span className="hidden size-10 shrink-0 sm:grid place-items-center rounded-md border border-line bg-paper-2 text-ink-2">
        <CircleUserRound aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <h2 className="font-display text-base font-semibold">
          {administer ? "Admin Profile" : "Your Profile"}
        </h2>
        <dl className="text-sm">
          <dt className="sr-only">Full name</dt>
          <dd className="line-clamp-2 font-medium wrap-anywhere">
            {fullName(user) ?? (administer ? "Admin User" : role)}
          </dd>
          <dt className="sr-only">Email</dt>
          <dd className="text-ink-2 wrap-anywhere">
            <Email address={user.email ?? ""} />
          </dd>
          {!administer && (
            <>
              <dt className="sr-only">Role</dt>
              <dd className="text-ink-2">{role}</dd>
            </>
          )}
        </dl>
        <p className="text-sm">
          <Link to={to} className="underline">
            Your account
          </Link>
        </p>
      </div>
    </section>
  );
}
