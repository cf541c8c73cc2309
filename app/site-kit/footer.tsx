import { fixed, type Placed, pageName, place, type Settings } from "#app/content/index.ts";
import { formatWebsite, phoneLink } from "#app/lib/domain/contact-links.ts";
import { Barcode } from "#app/ui/icons/barcode.tsx";
import { Mark } from "#app/ui/icons/mark.tsx";
import { Logo } from "./logo.tsx";
import { PostalAddress } from "./sections/postal-address.tsx";
import { breakable } from "./unbroken.tsx";

const { footer, navigation, privacyPage } = fixed;
const SOCIAL = [
  ["facebook_url", "Facebook"],
  ["instagram_url", "Instagram"],
  ["linkedin_url", "LinkedIn"],
  ["twitter_url", "X"],
] as const;

interface FooterProps {
  settings: Settings;
  year: number;
  /** the id of the question about cookies, where visitors are asked */
  question?: string | undefined;
}

/** The footer of every public page (rule V-4). Contact lines come from the settings. */
export function Footer({ settings, year, question }: FooterProps) {
  const { company_name, contact_email, contact_phone, website_url } = settings;
  const social = SOCIAL.filter(([key]) => settings[key]);
  return (
    // The question about cookies says how much room it takes.
    <footer className="dark-section pb-(--bar)">
      <div className="wrap grid gap-x-8 gap-y-10 grid-cols-2 pt-14 pb-10 md:grid-cols-[1fr_1fr_1.5fr] lg:grid-cols-12">
        <div className="col-span-full lg:col-span-4">
          <Logo
            otherwise={<Mark className="size-12" />}
            className="box-content rounded-sm bg-paper p-2"
          />
          <p className="mt-6 max-w-[11.5em] font-display text-2xl/[1.1] font-bold tracking-tight">
            {footer.tagline}
          </p>
        </div>
        <nav aria-labelledby="footer-services" className="lg:col-span-2">
          <ColumnTitle id="footer-services">{footer.servicesTitle}</ColumnTitle>
          <ul>
            {footer.services.map(({ label, to }) => (
              <FooterLink key={label} href={to} label={label} />
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-pages" className="lg:col-span-2">
          <ColumnTitle id="footer-pages">{footer.pagesTitle}</ColumnTitle>
          <ul>
            {navigation.slice(2).map(({ to, label }) => (
              <FooterLink key={to} href={to} label={label} />
            ))}
            {settings.privacy_text.trim() && (
              <FooterLink href="/privacy" label={privacyPage.title} />
            )}
            {question && (
              // Without scripts nothing is tracked, and nothing to choose.
              <li className="noscript:hidden">
                <button type="button" popoverTarget={question} className={LINK}>
                  {footer.consent}
                </button>
              </li>
            )}
          </ul>
        </nav>
        <div className="max-md:col-span-full lg:col-span-4">
          <ColumnTitle>{footer.contactTitle}</ColumnTitle>
          <ul>
            {contact_email && (
              <FooterLink
                href={`mailto:${contact_email}`}
                label={contact_email}
                {...place(settings, "contact_email")}
              />
            )}
            {contact_phone && (
              <FooterLink
                href={phoneLink(contact_phone)}
                label={contact_phone}
                {...place(settings, "contact_phone")}
              />
            )}
            {website_url && (
              <FooterLink
                href={website_url}
                label={formatWebsite(website_url)}
                {...place(settings, "website_url")}
              />
            )}
            {social.map(([key, label]) => (
              <FooterLink key={key} href={settings[key]} label={label} {...place(settings, key)} />
            ))}
          </ul>
          <address className="mt-3 text-paper/85 not-italic empty:hidden">
            <PostalAddress settings={settings} />
          </address>
        </div>
      </div>
      <div className="wrap flex flex-wrap items-end justify-between gap-6 border-t border-white/20 py-8">
        <p className="code text-paper/80" {...place(settings, "company_name")}>
          {footer.copyright(year, pageName("home", settings))}
        </p>
        <Barcode value={contact_phone || company_name} className="h-9 text-paper/80" />
      </div>
    </footer>
  );
}

function ColumnTitle({ id, children }: { id?: string; children: string }) {
  return (
    <h2 id={id} className="code mb-3 font-semibold tracking-[0.04em] text-label">
      {children}
    </h2>
  );
}

interface FooterLinkProps extends Placed {
  href: string;
  label: string;
}

const LINK =
  "inline-block py-1.5 text-left wrap-anywhere underline decoration-transparent decoration-1 underline-offset-4 transition-[text-decoration-color] hover:decoration-current";

function FooterLink({ href, label, ...at }: FooterLinkProps) {
  return (
    <li>
      <a href={href} className={LINK} {...at}>
        {breakable(label)}
      </a>
    </li>
  );
}
