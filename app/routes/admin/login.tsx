import { Navigate } from "react-router";
import { Mark } from "#app/components/admin/mark.tsx";
import { ScreenSpinner } from "#app/components/ui/spinner.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { safeReturn } from "#app/features/auth/arrival.ts";
import { ForgotPasswordForm } from "#app/features/auth/forgot-password-form.tsx";
import { NewPasswordForm } from "#app/features/auth/new-password-form.tsx";
import { useSession } from "#app/features/auth/session.tsx";
import { SignInForm } from "#app/features/auth/sign-in-form.tsx";
import { SignUpForm } from "#app/features/auth/sign-up-form.tsx";
import { oneOf, useUrlState } from "#app/lib/url-state.ts";
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
  if (user && !recovering) return <Navigate to={safeReturn(to, window.location.origin)} replace />;

  const href = (extra: Record<string, string>) =>
    `/admin/login?${new URLSearchParams({ ...(to && { to }), ...extra })}`;
  return (
    <div className="grid min-h-dvh place-items-center px-4 py-10">
      <main className="w-full max-w-sm overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
        <header className="flex items-center gap-3.5 bg-brand-night px-6 py-5 text-white">
          <Mark className="size-9 shrink-0" />
          <div>
            <h1 className="font-display text-xl/7 font-semibold">Admin</h1>
            <p className="text-sm text-white/80">Content Management System</p>
          </div>
        </header>
        <div aria-hidden className="barcode h-3 border-b border-line" />
        <div className="grid gap-5 p-6">
          {linkError && (
            <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-sm">
              {linkError}. Please sign in, or ask for a new link.
            </p>
          )}
          {recovering && user ? (
            <NewPasswordForm user={user} />
          ) : view === "forgot-password" ? (
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
        </div>
        <p className="perforated px-6 py-3 text-center text-sm">
          <a href="/" className="underline">
            Back to the website
          </a>
        </p>
      </main>
    </div>
  );
}
