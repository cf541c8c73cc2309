import PanelLeft from "lucide-react/icons/panel-left";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { IconButton } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { Mark } from "./mark.tsx";
import { type Menu, SidebarLinks } from "./sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";

/** The navigation on phones. */
const Drawer = onDemand(async () => (await import("#app/ui/overlays/drawer.tsx")).Drawer, {
  early: true,
});

interface ShellProps {
  /** access isn't confirmed yet: the frame is visible but inert */
  waiting: boolean;
  menu: Menu;
  /** between the header and the screen */
  bar?: ReactNode;
  children: ReactNode;
}

/** The frame of every protected screen: sidebar, header, main. */
export function Shell({ waiting, menu, bar, children }: ShellProps) {
  const { expanded, drawerOpen, setDrawerOpen, toggle } = useSidebar();
  const main = useFocusOnNewScreen();
  return (
    <div className="flex min-h-dvh" onClickCapture={followOnce}>
      <a
        href="#main"
        className="sr-only rounded-md bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60"
      >
        Skip to content
      </a>
      <nav
        aria-label="Admin"
        inert={waiting}
        className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col bg-brand-night transition-[width] duration-200 collapsed:w-12 md:flex"
      >
        <div className="on-dark flex h-14 shrink-0 items-center gap-3 overflow-hidden border-b border-white/15 px-3 text-white">
          <Mark className="size-6 shrink-0" />
          <span className="font-display text-base font-semibold collapsed:sr-only">Admin</span>
        </div>
        <div className="min-h-0 flex-1 scroll-pb-28 overflow-x-hidden overflow-y-auto">
          <SidebarLinks {...menu} collapsed={!expanded} />
        </div>
      </nav>
      <Drawer
        open={drawerOpen}
        onClose={() => setDrawerOpen(false)}
        side="left"
        title="Admin"
        className="w-72 md:hidden"
        dark
      >
        <nav aria-label="Admin" className="grid min-h-full grid-cols-[minmax(0,1fr)]">
          <SidebarLinks {...menu} collapsible={false} onNavigate={() => setDrawerOpen(false)} />
        </nav>
      </Drawer>
      <div className="flex min-w-0 flex-1 flex-col has-[[data-bar]]:[--bar:3.25rem]">
        <header
          inert={waiting}
          className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b border-line bg-paper px-3 md:gap-0 md:pr-5 md:pl-0"
        >
          <IconButton
            label={expanded ? "Collapse sidebar" : "Expand sidebar"}
            aria-keyshortcuts="Control+B Meta+B"
            onClick={toggle}
            // In the margin, so that the text next to it aligns with the screen.
            className="-ml-1 md:mr-1 md:ml-0 md:!w-7"
            icon={<PanelLeft aria-hidden />}
          />
          <div className="flex min-w-0 flex-1 flex-col lg:flex-row lg:items-center lg:justify-between lg:gap-4">
            <p className="truncate font-display text-base/5 font-semibold">
              Content Management System
            </p>
            {waiting ? (
              <Skeleton className="my-0.5 h-3 w-32" />
            ) : (
              <p className="truncate text-xs/4 text-ink-2 lg:text-sm">
                Welcome, <span className="font-medium text-ink">{menu.account?.name}</span>
              </p>
            )}
          </div>
        </header>
        {bar}
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="w-full max-w-6xl flex-1 px-4 pt-6 pb-24 outline-none has-[[data-preview-split]]:max-w-none has-[[data-wide]]:max-w-none md:px-8"
        >
          {children}
        </main>
      </div>
    </div>
  );
}

/** Follows a double-clicked link only once: otherwise the first Back would seem to do nothing. */
function followOnce(event: MouseEvent) {
  if (event.detail > 1 && (event.target as Element).closest("a")) event.preventDefault();
}

/** After a navigation, moves focus to the top of the new screen. */
function useFocusOnNewScreen() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
