import type { LucideIcon } from "lucide-react";
import ExternalLink from "lucide-react/icons/external-link";
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

interface SidebarLinksProps {
  links: readonly SidebarLink[];
  /** names move into tooltips; the stylesheet leaves the icons alone (sidebar-state.ts) */
  collapsed?: boolean;
  /** false in the drawer, which is never collapsed */
  collapsible?: boolean;
  onNavigate?: () => void;
}

/** The links of the sidebar and of the phone's drawer. */
export function SidebarLinks({
  links,
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
