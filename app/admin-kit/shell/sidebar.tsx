import type { LucideIcon } from "lucide-react";
import ExternalLink from "lucide-react/icons/external-link";
import Search from "lucide-react/icons/search";
import { Link, useLocation } from "react-router";
import { cx } from "#app/ui/cx.ts";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";

const ROW =
  "group relative flex h-9 items-center gap-3 rounded-md px-2.5 text-sm no-underline pointer-coarse:h-11 [&_svg]:size-4.5 [&_svg]:shrink-0";
const IDLE = "text-white/80 hover:bg-white/10 hover:text-white";
const ACTIVE = "bg-white/12 font-medium text-white";

export interface SidebarLink {
  to: string;
  label: string;
  Icon: LucideIcon;
}

/** What waits on a screen, by its path: how many, and what they are called. */
export type Counts = Readonly<Record<string, { count: number; words: string }>>;

interface SidebarLinksProps {
  links: readonly SidebarLink[];
  counts: Counts;
  onFind: () => void;
  /** names move into tooltips; the stylesheet leaves the icons alone (sidebar-state.ts) */
  collapsed?: boolean;
  /** false in the drawer, which is never collapsed */
  collapsible?: boolean;
  onNavigate?: () => void;
}

/** The links of the sidebar and of the phone's drawer. */
export function SidebarLinks({
  links,
  counts,
  onFind,
  collapsed = false,
  collapsible = true,
  onNavigate,
}: SidebarLinksProps) {
  const name = collapsible ? "truncate collapsed:sr-only" : "truncate";
  const { pathname } = useLocation();
  // /admin is the dashboard too
  const here = pathname.replace(/^\/admin\/?$/, "/admin/dashboard");
  const isHere = (to: string) => here === to || here.startsWith(`${to}/`);
  return (
    <div className="on-dark flex min-h-full flex-col gap-4 p-1.5">
      <Tooltip label="Find anything" side="right" disabled={!collapsed}>
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => {
            onNavigate?.();
            onFind();
          }}
          className={cx(ROW, IDLE, "-mb-2 w-full shrink-0 border border-white/25")}
        >
          <Search aria-hidden strokeWidth={1.75} />
          <span className={name}>Find anything</span>
          <kbd
            aria-hidden
            className={cx("ml-auto font-mono text-2xs", collapsible && "collapsed:hidden")}
          >
            Ctrl K
          </kbd>
        </button>
      </Tooltip>
      <ul className="grid gap-0.5">
        {links.map(({ to, label, Icon }) => (
          <li key={to}>
            <Tooltip label={label} side="right" disabled={!collapsed}>
              <Link
                to={to}
                onClick={onNavigate}
                aria-current={isHere(to) ? "page" : undefined}
                className={cx(ROW, isHere(to) ? ACTIVE : IDLE)}
              >
                <span
                  aria-hidden
                  className="absolute inset-y-2 -left-1.5 hidden w-1 rounded-r-sm bg-label group-aria-[current=page]:block"
                />
                <Icon aria-hidden strokeWidth={1.75} />
                <span className={name}>{label}</span>
                <Count waiting={counts[to]} collapsible={collapsible} />
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      <div className="mt-auto border-t-2 border-dashed border-white/25 pt-1.5">
        <Tooltip label="View Live Site" side="right" disabled={!collapsed}>
          <a href="/" target="_blank" rel="noreferrer" className={cx(ROW, IDLE)}>
            <ExternalLink aria-hidden strokeWidth={1.75} />
            <span className={name}>View Live Site</span>
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </Tooltip>
      </div>
    </div>
  );
}

interface CountProps {
  waiting: Counts[string] | undefined;
  collapsible: boolean;
}

/** How many wait there; nothing while none do. */
const Count = ({ waiting, collapsible }: CountProps) =>
  waiting && waiting.count > 0 ? (
    <span
      className={cx(
        "ml-auto rounded-full bg-label px-1.5 font-mono text-2xs/4.5 font-medium text-brand-night",
        collapsible && "collapsed:absolute collapsed:top-0.5 collapsed:right-0 collapsed:px-1",
      )}
    >
      {waiting.count > 99 ? "99+" : waiting.count}
      <span className="sr-only"> {waiting.words}</span>
    </span>
  ) : null;
