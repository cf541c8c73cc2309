import { useEffect, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { AuthCard } from "#app/features/auth/forms/auth-card.tsx";
import { ConfirmForm } from "#app/features/auth/forms/confirm-form.tsx";
import { SpentLink } from "#app/features/auth/forms/spent-link.tsx";
import { readMailedLink, storedLink } from "#app/features/auth/mailed-link.ts";
import { useSession } from "#app/features/auth/session.tsx";
import { ScreenSpinner } from "#app/ui/display/spinner.tsx";
import type { Route } from "./+types/confirm";

export const meta: Route.MetaFunction = () => [
  { title: "Confirm · Admin" },
  { name: "robots", content: "noindex" },
  // Until the script removes it, the URL contains a token that opens the account.
  { name: "referrer", content: "no-referrer" },
];

/** The target of an emailed link. Opening it changes nothing; the button does. */
export default function Confirm() {
  const { loading, user, recovering } = useSession();
  const [params] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [spent, setSpent] = useState(false);
  const arrived = readMailedLink(params);
  const link = storedLink(state);
  const [done, setDone] = useState(false);

  useEffect(() => {
    // Move the token from the URL to the history state, so a reload still works.
    if (params.size > 0) void navigate(".", { replace: true, state: arrived });
  }, [params, arrived, navigate]);

  if (loading || arrived || done) return <ScreenSpinner />;
  const open = link ?? (recovering && user ? { type: "recovery" as const } : undefined);
  return (
    <AuthCard>
      {open && !spent ? (
        <ConfirmForm
          key={link?.token_hash}
          type={open.type}
          link={link}
          user={user}
          onBadLink={() => setSpent(true)}
          onDone={() => {
            setDone(true);
            void navigate("/admin", { replace: true });
          }}
        />
      ) : (
        <SpentLink type={link?.type} />
      )}
    </AuthCard>
  );
}
