import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Content, fixed, place, type Settings } from "#app/content/index.ts";
import { storedAttribution } from "#app/lib/attribution/stored.ts";
import { campaignOf } from "#app/lib/attribution/touch.ts";
import { phoneLink } from "#app/lib/domain/contact-links.ts";
import { embedAddress } from "#app/lib/domain/scheduling.ts";
import { ButtonLink } from "#app/site-kit/button.tsx";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import { Arrow } from "#app/ui/icons/arrow.tsx";
import { addBooking, bookingOf, reportBookings } from "./bookings.ts";

const NEAR = "600px";
/** The fallback link must show within five seconds, including the time to render it. */
const TIMEOUT_MS = 4_500;

interface CalendarProps {
  /** the provider's page; null when staff have entered none that can be shown */
  page: string | null;
  words: Content<"contact">["onboarding_call"];
  settings: Pick<Settings, "contact_phone" | "contact_email">;
  /** whether it loads only after a click */
  afterClick: boolean;
}

/**
 * The provider's calendar (rule V-13). Its space is reserved from the start, and it loads once it
 * comes near, or after a click. If it can't load, a plain link replaces it; without a URL, other
 * contact details do. Without a frame, the area is only as high as that link.
 */
export function Calendar({ page, words, settings, afterClick }: CalendarProps) {
  const area = useRef<HTMLDivElement>(null);
  const [isAllowed, setIsAllowed] = useState(!afterClick);
  const [embed, setEmbed] = useState<string>();
  const [state, setState] = useState<"waiting" | "ready" | "failed">("waiting");
  const loaded = useRef(() => {});
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    if (!page || !isAllowed || !area.current) return;
    const near = new IntersectionObserver(
      (changes) => {
        const from = storedAttribution();
        // A busy page gets several changes at once, the oldest first.
        if (changes.some(({ isIntersecting }) => isIntersecting))
          setEmbed(embedAddress(new URL(page), location.host, from ? campaignOf(from) : {}));
      },
      { rootMargin: NEAR },
    );
    near.observe(area.current);
    return () => near.disconnect();
  }, [page, isAllowed]);

  // In an effect that waits for the next frame, a fast calendar would already have loaded, unheard.
  useLayoutEffect(() => {
    if (!embed) return;
    const timeout = setTimeout(() => setState("failed"), TIMEOUT_MS);
    // A frame reports that it has loaded even when it was blocked; this request does not.
    const reached = fetch(embed, { method: "HEAD", mode: "no-cors", credentials: "omit" });
    const framed = new Promise<void>((resolve) => {
      loaded.current = resolve;
    });
    Promise.all([reached, framed])
      .then(() => setState("ready"))
      .catch(() => setState("failed"))
      .finally(() => clearTimeout(timeout));
    return () => clearTimeout(timeout);
  }, [embed]);

  useEffect(() => {
    if (!embed) return;
    // Any window can send a message. Trust only the frame, while it shows the provider's page.
    const listen = ({ source, origin, data }: MessageEvent) => {
      const isItsOwn = source === frame.current?.contentWindow && origin === new URL(embed).origin;
      const booking = isItsOwn && bookingOf(data);
      if (booking) void addBooking(booking);
    };
    addEventListener("message", listen);
    void reportBookings();
    return () => removeEventListener("message", listen);
  }, [embed]);

  const show = () => {
    setIsAllowed(true);
    // The button disappears.
    area.current?.focus({ preventScroll: true });
  };
  const { loadingCalendar, calendarFrom, showCalendar } = fixed.contactPage;
  const loading = embed ? loadingCalendar : "";
  const before = page && !isAllowed ? calendarFrom(new URL(page).host) : loading;
  return (
    <div
      ref={area}
      tabIndex={-1}
      className="calendar outline-none"
      data-state={page ? state : "failed"}
    >
      {embed && (
        <iframe
          ref={frame}
          src={embed}
          title={words.title.trim() || fixed.header.scheduleCall}
          onLoad={() => loaded.current()}
        />
      )}
      {page ? (
        <Instead words={words} status={state === "failed" ? words.fallback_description : before}>
          {!isAllowed && (
            <button type="button" className="button" onClick={show}>
              <span>{showCalendar}</span>
              <Arrow />
            </button>
          )}
          <ButtonLink
            href={page}
            look={isAllowed ? "main" : "plain"}
            {...place(words, "fallback_button", "calendly_url")}
          >
            {words.fallback_button.trim() || fixed.header.scheduleCall}
          </ButtonLink>
        </Instead>
      ) : (
        <div className="instead">
          <p className="max-w-[20em]">{fixed.contactPage.noCalendar}</p>
          <WayToAPerson {...settings} />
        </div>
      )}
    </div>
  );
}

/** By phone, or else by email: the settings always have an address. */
function WayToAPerson({ contact_phone: phone, contact_email: email }: CalendarProps["settings"]) {
  const { call, write } = fixed.contactPage;
  return phone ? (
    <ButtonLink href={phoneLink(phone)}>{`${call} ${phone}`}</ButtonLink>
  ) : (
    <ButtonLink href={`mailto:${email}`}>{`${write} ${email}`}</ButtonLink>
  );
}

interface InsteadProps {
  words: Content<"contact">["onboarding_call"];
  status: string;
  children: ReactNode;
}

/** Under the frame while it loads, in its place if it fails; all there is without JavaScript. */
function Instead({ words, status, children }: InsteadProps) {
  return (
    <div className="instead">
      <p role="status" className="min-h-6 max-w-[20em]">
        {unbroken(status)}
      </p>
      <noscript>
        <p className="max-w-[20em]" {...place(words, "fallback_description")}>
          {unbroken(words.fallback_description)}
        </p>
      </noscript>
      {children}
    </div>
  );
}
