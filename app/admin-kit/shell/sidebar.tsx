import type { LucideIcon } from "lucide-react";
import ChevronDown from "lucide-react/icons/chevron-down";
import ExternalLink from "lucide-react/icons/external-link";
import LogOut from "lucide-react/icons/log-out";
import Search from "lucide-react/icons/search";
import { useId } from "react";
import { Link } from "react-router";
import { keep, useKept } from "#app/lib/page/kept.ts";
import { cx } from "#app/ui/cx.ts";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";

const ROW =
  "group relative flex h-8.5 items-center gap-3 rounded-md px-2.5 text-sm no-underline pointer-coarse:h-11 [&_svg]:size-4.5 [&_svg]:shrink-0";
const IDLE = "text-white/80 hover:bg-white/10 hover:text-white";
const ACTIVE = "bg-white/12 font-medium text-white";

export interface SidebarLink {
  to: string;
  label: string;
  Icon: LucideIcon;
}

export interface MenuGroup {
  /** left out of the first, which has no heading */
  name?: string | undefined;
  /** folded unless a person unfolded it in this browser, or one of its screens is shown */
  folds?: boolean | undefined;
  links: readonly SidebarLink[];
}

/** What waits on a screen, by its path: how many, and what they are called. */
export type Counts = Readonly<Record<string, { count: number; words: string }>>;

export interface Menu {
  groups: readonly MenuGroup[];
  /** the address of the link that leads where the person is */
  here: string;
  counts: Counts;
  /** the link that is there until all steps behind it are done, and how many are */
  steps: { to: string; progress: { done: number; of: number } | undefined };
  /** who is signed in; undefined until that is known */
  account: { name: string; email: string | undefined } | undefined;
  onFind: () => void;
  onSignOut: () => void;
}

interface SidebarLinksProps extends Menu {
  /** names move into tooltips; the stylesheet leaves the icons alone (sidebar-state.ts) */
  collapsed?: boolean;
  /** false in the drawer, which is never collapsed */
  collapsible?: boolean;
  onNavigate?: () => void;
}

/** The links of the sidebar and of the phone's drawer. */
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
    <div className="on-dark flex min-h-full flex-col gap-3 px-1.5 pt-1.5">
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
          {/* The drawer is a phone's. */}
          {collapsible && (
            <kbd aria-hidden className="ml-auto font-mono text-2xs collapsed:hidden">
              Ctrl K
            </kbd>
          )}
        </button>
      </Tooltip>
      {groups.map((group) => (
        <Group key={group.name} {...{ group, collapsed, collapsible, onNavigate }} {...rest} />
      ))}
      <div className="sticky bottom-0 mt-auto border-t-2 border-dashed border-white/25 bg-brand-night py-1.5">
        <Tooltip label="View Live Site" side="right" disabled={!collapsed}>
          <a href="/" target="_blank" rel="noreferrer" className={cx(ROW, IDLE)}>
            <ExternalLink aria-hidden strokeWidth={1.75} />
            <span className={name}>View Live Site</span>
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </Tooltip>
        <div className="flex items-center gap-2">
          <p
            className={cx(
              "min-w-0 flex-1 pl-2.5 text-sm/4.5 text-white",
              collapsible && "collapsed:sr-only",
            )}
            title={account?.email}
          >
            <span className="block truncate">{account?.name}</span>
            <span className="block truncate text-xs/4 text-white/75">{account?.email}</span>
          </p>
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

const HEADING =
  "flex w-full items-center gap-3 rounded-md px-2.5 text-2xs/6 font-medium tracking-wide text-white/70 uppercase";

type GroupProps = Pick<Menu, "here" | "counts" | "steps"> &
  Pick<SidebarLinksProps, "onNavigate"> & {
    group: MenuGroup;
    collapsed: boolean;
    collapsible: boolean;
  };

/** A group's links under its name; one that folds opens with its name, and stays so in this browser. */
function Group({ group, here, counts, steps, collapsed, collapsible, onNavigate }: GroupProps) {
  const { name, folds, links } = group;
  const id = useId();
  const kept = `menu-${name}`;
  const unfolded = useKept(kept) === "open";
  const holdsHere = links.some(({ to }) => to === here);
  const open = !folds || holdsHere || unfolded;
  const isRail = collapsible && "collapsed:sr-only";
  return (
    <div
      className={cx(
        name && collapsible && "collapsed:border-t collapsed:border-white/25 collapsed:pt-2",
      )}
    >
      {name && (!folds || holdsHere) && (
        <p id={id} className={cx(HEADING, isRail)}>
          {name}
        </p>
      )}
      {folds && !holdsHere && (
        <Tooltip label={name} side="right" disabled={!collapsed}>
          <button
            type="button"
            id={id}
            aria-expanded={open}
            onClick={() => keep(kept, open ? "" : "open")}
            className={cx(HEADING, "hover:text-white pointer-coarse:h-11 [&_svg]:size-4.5")}
          >
            <span className={cx(isRail)}>{name}</span>
            <ChevronDown
              aria-hidden
              className={cx(
                !open && "-rotate-90",
                collapsible ? "ml-auto collapsed:ml-0" : "ml-auto",
              )}
            />
          </button>
        </Tooltip>
      )}
      {open && (
        <ul aria-labelledby={name && id} className="grid gap-0.5">
          {links.map((link) => {
            const { to, label, Icon } = link;
            const isSteps = to === steps.to;
            return (
              <li key={to} className={cx(isSteps && "over:hidden")}>
                <Tooltip label={label} side="right" disabled={!collapsed}>
                  <Link
                    to={to}
                    onClick={onNavigate}
                    aria-current={here === to ? "page" : undefined}
                    className={cx(ROW, here === to ? ACTIVE : IDLE)}
                  >
                    <span
                      aria-hidden
                      className="absolute inset-y-2 -left-1.5 hidden w-1 rounded-r-sm bg-label group-aria-[current=page]:block"
                    />
                    <Icon aria-hidden strokeWidth={1.75} />
                    <span className={cx("truncate", isRail)}>{label}</span>
                    <Count waiting={counts[to]} collapsible={collapsible} />
                    {isSteps && steps.progress && <Steps {...steps.progress} isRail={isRail} />}
                  </Link>
                </Tooltip>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

interface StepsProps {
  done: number;
  of: number;
  isRail: string | false;
}

/** How many steps are done, in words and as a line. */
const Steps = ({ done, of, isRail }: StepsProps) => (
  <>
    <span className={cx("ml-auto font-mono text-2xs whitespace-nowrap", isRail)}>
      {done} of {of}
    </span>
    <svg
      aria-hidden
      viewBox={`0 0 ${of} 1`}
      preserveAspectRatio="none"
      className="absolute bottom-0.5 left-2.5 !h-0.5 !w-[calc(100%-1.25rem)]"
    >
      <rect width={of} height="1" className="fill-white/25" />
      <rect width={done} height="1" className="fill-label" />
    </svg>
  </>
);

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
