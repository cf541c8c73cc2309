import { Link } from "react-router";
import { PageHeader } from "./page-header.tsx";
import type { SidebarLink } from "./sidebar.tsx";

interface AskForAccessProps {
  /** the person's role */
  role: string;
  /** a screen that they may use */
  instead: SidebarLink | undefined;
}

/** A screen that the person's role doesn't include. */
export const AskForAccess = ({ role, instead }: AskForAccessProps) => (
  <>
    <PageHeader />
    <section className="grid justify-items-start gap-2 rounded-lg border border-line bg-surface px-6 py-8">
      <h2 className="font-display text-lg font-semibold">Ask an admin for access</h2>
      <p className="text-sm text-ink-2">Your role, {role}, doesn't include this screen.</p>
      {instead && (
        <Link to={instead.to} className="mt-2 text-sm font-medium">
          Go to {instead.label}
        </Link>
      )}
    </section>
  </>
);
