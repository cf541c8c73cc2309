import { useLocation } from "react-router";
import { fixed, pageName, place, type Settings } from "#app/content/index.ts";
import { phoneLink } from "#app/lib/domain/contact-links.ts";
import { cx } from "#app/ui/cx.ts";
import { Mark } from "#app/ui/icons/mark.tsx";
import { ButtonLink } from "./button.tsx";
import { Logo } from "./logo.tsx";

const { header, navigation } = fixed;

/**
 * The header of every public page (rule V-2). The menu is a popover: it opens before any script
 * loads, and Escape closes it and returns focus to its button.
 */
export function Header({ settings }: { settings: Settings }) {
  const { pathname } = useLocation();
  return (
    <header className="site-header">
      <a className="skip-link" href="#content">
        {header.skipLink}
      </a>
      <div className="wrap flex min-h-18 items-center justify-between gap-2.5 lg:gap-4">
        <a href="/" className="flex min-w-0 items-center gap-2.5 lg:gap-3">
          <Brand settings={settings} />
        </a>
        <HeadAction phone={settings.contact_phone} />
        <button type="button" popoverTarget="site-menu" className="menu-button code">
          {header.menu}
          <svg
            viewBox="0 0 24 24"
            className="size-6 fill-none stroke-current stroke-2"
            aria-hidden="true"
          >
            <path className="bars-open" d="M3 7h18M3 12h18M3 17h18" />
            <path className="bars-close" d="m5 5 14 14M19 5 5 19" />
          </svg>
        </button>
        <nav
          id="site-menu"
          className="site-menu"
          popover="auto"
          aria-label={header.navigationLabel}
        >
          <ul>
            {navigation.map(({ to, label }) => (
              <li key={to}>
                <a href={to} aria-current={to === pathname ? "page" : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <ButtonLink href="/contact#schedule">{header.scheduleCall}</ButtonLink>
        </nav>
      </div>
    </header>
  );
}

/** On phones, contact is one tap away. Wider screens show the button next to the links. */
function HeadAction({ phone }: { phone: string }) {
  const { call, schedule } = header;
  return phone ? (
    <a className="button head-action" href={phoneLink(phone)} aria-label={`${call} ${phone}`}>
      <span>{call}</span>
    </a>
  ) : (
    <a className="button head-action" href="/contact#schedule">
      <span>{schedule}</span>
    </a>
  );
}

/** A longer name gets smaller letters, so that even four lines leave room above and below. */
const LONG_NAME = 32;

function Brand({ settings }: { settings: Settings }) {
  const name = pageName("home", settings);
  return (
    <Logo
      otherwise={
        <>
          <Mark className="size-10 flex-none" />
          <span
            className={cx(
              "line-clamp-4 max-w-40 md:max-lg:w-min md:max-w-28 lg:max-w-40 font-display font-bold tracking-tight",
              name.length > LONG_NAME
                ? "text-[0.8125rem]/[1.15]"
                : "text-[min(1.0625rem,4.9vw)]/[1.05]",
            )}
            {...place(settings, "company_name")}
          >
            {name}
          </span>
        </>
      }
    />
  );
}
