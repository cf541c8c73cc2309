import { createContext, type ReactNode, use } from "react";
import { Link, useLocation } from "react-router";
import { usePrepared } from "#app/admin-kit/prepared/prepared.ts";

/** Screens that appear as tabs of one screen. */
export type ScreenTabs = readonly { to: string; label: string }[];

/** The text in a screen's header. */
export interface ScreenHead {
  title: string;
  description: string;
}

/** What the route knows of the current screen from its address; no tabs if it has none. */
export const ScreenHere = createContext<{ head: ScreenHead; tabs: ScreenTabs }>({
  head: { title: "", description: "" },
  tabs: [],
});

interface PageHeaderProps {
  /** a count next to the title */
  badge?: ReactNode;
  actions?: ReactNode;
}

/** The header of every screen: its only h1, its description, its actions. */
export function PageHeader({ badge, actions }: PageHeaderProps) {
  const { head, tabs } = use(ScreenHere);
  const prepared = usePrepared();
  const about = prepared?.takesScreen
    ? `Changes are saved to ${prepared.set.name}. They go live when it's published.`
    : head.description;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 grow basis-80 gap-1">
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="font-display text-2xl/8 font-semibold">{head.title}</h1>
            {badge}
          </div>
          {about && <p className="max-w-prose text-sm text-pretty text-ink-2">{about}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <Tabs tabs={tabs} />
    </>
  );
}

function Tabs({ tabs }: { tabs: ScreenTabs }) {
  const { pathname } = useLocation();
  if (tabs.length === 0) return null;
  return (
    <nav aria-label="Tabs" className="mb-4 flex gap-5 border-b border-line-strong">
      {tabs.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname.startsWith(to) ? "page" : undefined}
          className="-mb-px border-b-2 border-transparent py-2 text-sm font-medium text-ink-2 no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink forced-colors:px-2 pointer-coarse:py-3"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
