import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SidebarLink } from "#app/admin-kit/shell/sidebar.tsx";

/** The dashboard's shortcut cards (rule W-3). */
const CARDS = [
  ["/admin/content", "Edit Content", "Headlines, paragraphs and buttons, page by page"],
  ["/admin/services", "Manage Services", "The services you offer, in order"],
  ["/admin/faqs", "Manage FAQs", "Questions visitors ask, and your answers"],
  ["/admin/settings", "Site Settings", "Company details, logo, colors, social links"],
  ["/admin/seo", "SEO Tools", "A sample search report"],
] as const;

interface DashboardCardsProps {
  /** the screens that the person may use: a card shows its screen's icon */
  links: readonly SidebarLink[];
  /** the last card of the grid */
  children: ReactNode;
}

export function DashboardCards({ links, children }: DashboardCardsProps) {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:gap-4 lg:grid-cols-3">
      {CARDS.map(([to, title, description]) => {
        const screen = links.find((link) => link.to === to);
        if (!screen) return null;
        return (
          <li key={to}>
            <Link
              to={to}
              className="group flex h-full items-center gap-3 rounded-lg border border-line bg-surface p-3 no-underline sm:items-start sm:gap-4 sm:p-4 transition-colors hover:border-accent"
            >
              <span className="grid size-8 shrink-0 place-items-center sm:size-10 rounded-md border border-brand-line bg-brand-soft text-accent">
                <screen.Icon aria-hidden className="size-5" strokeWidth={1.75} />
              </span>
              <span className="grid min-w-0 flex-1 gap-1">
                <span className="font-display text-sm font-semibold text-ink sm:text-base">
                  {title}
                </span>
                <span className="text-sm text-ink-2 max-sm:sr-only">{description}</span>
              </span>
              <ArrowRight
                aria-hidden
                className="mt-1 hidden size-4 shrink-0 text-ink-3 transition-transform sm:block group-hover:translate-x-0.5"
              />
            </Link>
          </li>
        );
      })}
      <li>{children}</li>
    </ul>
  );
}
