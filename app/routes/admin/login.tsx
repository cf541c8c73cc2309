import { Navigate } from "react-router";
import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { safeReturn } from "#app/features/auth/arrival.ts";
import { AuthCard } from "#app/features/auth/forms/auth-card.tsx";
import { ForgotPasswordForm } from "#app/features/auth/forms/forgot-password-form.tsx";
import { SignInForm } from "#app/features/auth/forms/sign-in-form.tsx";
import { SignUpForm } from "#app/features/auth/forms/sign-up-form.tsx";
import { useSession } from "#app/features/auth/session.tsx";
import { ScreenSpinner } from "#app/ui/display/spinner.tsx";
import { Tabs } from "#app/ui/display/tabs.tsx";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = () => [
  { title: "Sign in · Admin" },
  { name: "robots", content: "noindex" },
];

const ADDRESS = { tab: "sign-in", view: "", to: "" };
const TABS = ["sign-in", "sign-up"] as const;

export default function Login() {
  const { loading, user, recovering, linkError } = useSession();
  const [{ tab, view, to }, setAddress] = useUrlState(ADDRESS);
  if (loading) return <ScreenSpinner />;
  if (user && recovering) return <Navigate to="/admin/confirm" replace />;
  if (user) return <Navigate to={safeReturn(to, window.location.origin)} replace />;

  const href = (extra: Record<string, string>) =>
    `/admin/login?${new URLSearchParams({ ...(to && { to }), ...extra })}`;
  return (
    <AuthCard>
      {linkError && (
        <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm">
          {linkError}. Sign in, or request a new link.
        </p>
      )}
      {view === "forgot-password" ? (
        <ForgotPasswordForm backHref={href({})} />
      ) : (
        <Tabs
          label="Account"
          value={oneOf(TABS, tab)}
          onValueChange={(next) => setAddress({ tab: next })}
          tabs={[
            {
              value: "sign-in",
              label: "Sign In",
              panel: <SignInForm forgotHref={href({ view: "forgot-password" })} />,
            },
            { value: "sign-up", label: "Sign Up", panel: <SignUpForm /> },
          ]}
        />
      )}
    </AuthCard>
  );
}
