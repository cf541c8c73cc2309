import ChevronDown from "lucide-react/icons/chevron-down";
import { useEffect, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { storeValue, useStoredValue } from "#app/lib/page/stored-value.ts";
import { cx } from "#app/ui/cx.ts";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";
import type { Counts, Menu, MenuGroup, SidebarLinksProps } from "./sidebar.tsx";

/** The look of a sidebar link. */
export const ROW =
  "group relative flex h-8.5 items-center gap-3 rounded-md px-2.5 text-sm no-underline pointer-coarse:h-11 [&_svg]:size-4.5 [&_svg]:shrink-0";
export const IDLE = "text-white/80 hover:bg-white/10 hover:text-white";
const ACTIVE = "bg-white/12 font-medium text-white";
const HEADING =
  "flex w-full items-center gap-3 rounded-md px-2.5 text-2xs/6 font-medium tracking-wide text-white/70 uppercase";

/** What scrolls has a padding as high as the end of the menu, which stays in place. */
const intoView = (part: Element | null) => part?.scrollIntoView({ block: "nearest" });

type GroupProps = Pick<Menu, "here" | "counts" | "steps"> &
  Pick<SidebarLinksProps, "onNavigate"> & {
    group: MenuGroup;
    collapsed: boolean;
    collapsible: boolean;
  };

/** A group of links with its name. A collapsible group remembers its state in this browser. */
export function SidebarGroup({
  group,
  here,
  counts,
  steps,
  collapsed,
  collapsible,
  onNavigate,
}: GroupProps) {
  const { name, folds, links } = group;
  const id = useId();
  const storageName = `menu-${name}`;
  const unfolded = useStoredValue(storageName) === "open";
  const holdsHere = links.some(({ to }) => to === here);
  const open = !folds || holdsHere || unfolded;
  const isRail = collapsible && "collapsed:sr-only";
  const current = useRef<HTMLAnchorElement>(null);
  const shown = holdsHere && here;
  useEffect(() => {
    if (shown) intoView(current.current);
  }, [shown]);
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
            onClick={({ currentTarget }) => {
              flushSync(() => storeValue(storageName, open ? "" : "open"));
              intoView(currentTarget.parentElement);
            }}
            className={cx(HEADING, "hover:text-white pointer-coarse:h-11 [&_svg]:size-4.5")}
          >
            <span className={cx(isRail)}>{name}</span>
            <ChevronDown
              aria-hidden
              className={cx("ml-auto", !open && "-rotate-90", collapsible && "collapsed:ml-0")}
            />
          </button>
        </Tooltip>
      )}
      {open && (
        <ul aria-labelledby={name && id} className="grid gap-px">
          {links.map((link) => {
            const { to, label, Icon } = link;
            const isSteps = to === steps.to;
            return (
              <li key={to} className={cx(isSteps && "over:hidden")}>
                <Tooltip label={label} side="right" disabled={!collapsed}>
                  <Link
                    to={to}
                    onClick={onNavigate}
                    ref={here === to ? current : undefined}
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

/** The number of completed steps, as text and as a bar. */
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

/** The number of waiting items; renders nothing for zero. */
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
