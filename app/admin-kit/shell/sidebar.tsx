import type { LucideIcon } from "lucide-react";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import ExternalLink from "lucide-react/icons/external-link";
import LogOut from "lucide-react/icons/log-out";
import Search from "lucide-react/icons/search";
import { Link } from "react-router";
import { cx } from "#app/ui/cx.ts";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import { IDLE, ROW, SidebarGroup } from "./sidebar-group.tsx";

export interface SidebarLink {
  to: string;
  label: string;
  Icon: LucideIcon;
}

export interface MenuGroup {
  /** omitted for the first group, which has no heading */
  name?: string | undefined;
  /** collapsed until the user expands it in this browser, or one of its screens is shown */
  folds?: boolean | undefined;
  links: readonly SidebarLink[];
}

/** Waiting items per screen, by path: the count, and what they are called. */
export type Counts = Readonly<Record<string, { count: number; words: string }>>;

export interface Menu {
  groups: readonly MenuGroup[];
  /** the URL of the active link */
  here: string;
  counts: Counts;
  /** the link shown until all its steps are done, with the progress */
  steps: { to: string; progress: { done: number; of: number } | undefined };
  /** the signed-in user, and the path of their own screen; undefined until loaded */
  account:
    | { to: string; name: string; email: string | undefined; role: string | undefined }
    | undefined;
  onFind: () => void;
  onSignOut: () => void;
}

export interface SidebarLinksProps extends Menu {
  /** names move into tooltips; CSS handles the icons (sidebar-state.ts) */
  collapsed?: boolean;
  /** false in the drawer, which never collapses */
  collapsible?: boolean;
  onNavigate?: () => void;
}

/** The links of the sidebar and of the phone drawer. */
export function SidebarLinks({
  groups,
  account,
  onFind,
  onSignOut,
  collapsed = false,
  collapsible = true,
  onNavigate,
  ...rest
}: SidebarLinksProps) {
  const name = collapsible ? "truncate collapsed:sr-only" : "truncate";
  return (
    <div className="on-dark flex min-h-full flex-col gap-2 px-1.5 pt-1.5">
      <Tooltip label="Search the admin" side="right" disabled={!collapsed}>
        <button
          type="button"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => {
            onNavigate?.();
            onFind();
          }}
          className={cx(ROW, IDLE, "-mb-1 w-full shrink-0 border border-white/25")}
        >
          <Search aria-hidden strokeWidth={1.75} />
          <span className={name}>Search the admin</span>
          {/* The drawer is only for phones. */}
          {collapsible && (
            <kbd aria-hidden className="ml-auto font-mono text-2xs collapsed:hidden">
              Ctrl K
            </kbd>
          )}
        </button>
      </Tooltip>
      {/* While the role is unknown, only a browser that knows its person as an admin shows all screens. */}
      <div className="contents unsure:invisible">
        {groups.map((group) => (
          <SidebarGroup
            key={group.name}
            {...{ group, collapsed, collapsible, onNavigate }}
            {...rest}
          />
        ))}
      </div>
      <div className="sticky bottom-0 -mx-1.5 mt-auto border-t-2 border-dashed border-white/25 bg-brand-night px-1.5 py-1.5">
        <Tooltip label="View Live Site" side="right" disabled={!collapsed}>
          <a href="/" target="_blank" rel="noreferrer" className={cx(ROW, IDLE)}>
            <ExternalLink aria-hidden strokeWidth={1.75} />
            <span className={name}>View Live Site</span>
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </Tooltip>
        <div className={cx("flex items-center gap-2", collapsible && "collapsed:grid")}>
          {account ? (
            <Tooltip label="Your account" side="right" disabled={!collapsed}>
              <Link
                to={account.to}
                onClick={onNavigate}
                aria-current={rest.here === account.to ? "page" : undefined}
                title={account.email}
                className={cx(
                  "flex min-h-11 min-w-0 flex-1 items-center rounded-md px-2.5 text-sm/4.5 text-white no-underline [&_svg]:size-4.5",
                  rest.here === account.to ? "bg-white/12" : "hover:bg-white/10",
                )}
              >
                <CircleUserRound
                  aria-hidden
                  strokeWidth={1.75}
                  className={cx("hidden shrink-0", collapsible && "collapsed:block")}
                />
                <span className={cx("min-w-0", collapsible && "collapsed:sr-only")}>
                  <span className="sr-only">Your account: </span>
                  <span className="block truncate">{account.name}</span>
                  <span className="block truncate text-xs/4 text-white/75">
                    {account.role && `${account.role}, `}
                    {account.email}
                  </span>
                </span>
              </Link>
            </Tooltip>
          ) : (
            <span className="min-h-11 flex-1" />
          )}
          <Tooltip label="Sign Out" side="right" disabled={!collapsed}>
            <button type="button" onClick={onSignOut} className={cx(ROW, IDLE, "shrink-0 gap-2")}>
              <LogOut
                aria-hidden
                strokeWidth={1.75}
                className={cx("hidden", collapsible && "collapsed:block")}
              />
              <span className={name}>Sign Out</span>
            </button>
          </Tooltip>
        </div>
      </div>
    </div>
  );
}
