import { use } from "react";
import { fixed } from "#app/content/index.ts";
import { NonceContext } from "#app/lib/page/nonce.ts";
import { CONSENT_COOKIE, CONSENT_SECONDS } from "#contract/consent.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { asksConsent, CONSENT_BAR } from "./analytics.ts";
import { siteSettings } from "./settings.ts";

interface Question {
  text: string;
  /** the page's policy allows analytics */
  allowed: boolean;
  /** there is a privacy page */
  privacy: boolean;
}

/** The question about analytics; null where visitors aren't asked. */
export async function load(server: ServerContext): Promise<Question | null> {
  const settings = await siteSettings(server);
  if (!asksConsent(settings)) return null;
  return {
    text: settings.consent_text,
    allowed: server.allowsAnalytics,
    privacy: settings.privacy_text.trim() !== "",
  };
}

/**
 * Runs inline, so that sites without analytics carry none of it. A page keeps the policy it came with, so another
 * choice reloads it; a choice on another page does once this one is looked at again, in its tab or with Back. Never on
 * arrival: a cache in front may hold the page as it was before. "Decline" also deletes the provider's cookies, here and
 * on parent domains.
 */
const CHOOSE = `{
  const bar = document.currentScript.parentElement;
  const { dataset } = bar;
  const refuses = navigator.globalPrivacyControl || navigator.doNotTrack === "1";
  const choice = () => /(?:^|; )${CONSENT_COOKIE}=(\\w+)/.exec(document.cookie)?.[1];
  let followed;
  const follow = () => {
    followed = choice();
    for (const button of bar.querySelectorAll("button"))
      button.ariaPressed = String(button.value === followed);
    if (followed !== "decline") return;
    for (const [, name] of document.cookie.matchAll(/(?:^|; )(_(?:ga|gac|gat|gcl|gid)(?:_[\\w-]+)?)=/g))
      for (let domain = location.hostname; domain; domain = domain.replace(/^[^.]*\\.?/, ""))
        for (const at of ["", "; domain=" + domain])
          document.cookie = name + "=; path=/; max-age=0" + at;
  };
  let opener;
  bar.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") opener = document.activeElement;
  });
  // While the bar is open, it covers no focused element, and the page scrolls to its end above the bar.
  bar.addEventListener("toggle", ({ newState }) => {
    const height = newState === "open" ? bar.offsetHeight + 24 + "px" : "";
    const { style } = document.documentElement;
    style.setProperty("--bar", height);
    style.scrollPaddingBottom = height;
  });
  follow();
  if (!bar.showPopover) bar.remove();
  else if (refuses) dataset.refuses = "";
  else if (!choice()) bar.showPopover();
  bar.addEventListener("click", ({ target }) => {
    const { value } = target.closest("button") ?? {};
    if (!value) return;
    document.cookie = "${CONSENT_COOKIE}=" + value + "; path=/; max-age=${CONSENT_SECONDS}; samesite=lax" +
      (location.protocol === "https:" ? "; secure" : "");
    bar.hidePopover();
    const isFooters = opener?.getAttribute("popovertarget") === bar.id;
    (isFooters ? opener : document.getElementById("content")).focus({ preventScroll: true });
    follow();
    if ((choice() === "allow" && !refuses) !== "allowed" in dataset) location.reload();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if ("allowed" in dataset && choice() !== "allow") location.reload();
    else if (choice() !== followed) {
      follow();
      bar.hidePopover();
    }
  });
}`;

/** The question at the bottom of the window. The footer's link opens it again. */
export default function ConsentBar({ data }: { data: Question | null }) {
  const nonce = use(NonceContext);
  if (!data) return null;
  const { allow, decline, label, refused } = fixed.consent;
  return (
    <aside
      id={CONSENT_BAR}
      popover="manual"
      aria-label={label}
      data-allowed={data.allowed ? "" : undefined}
      className="group fixed inset-x-4 top-auto bottom-4 m-0 w-auto max-w-[30rem] rounded-sm border border-ink bg-paper p-5 text-ink shadow-lg print:hidden"
    >
      <p dir="auto">
        {data.text}{" "}
        {data.privacy && (
          <a href="/privacy" className="underline underline-offset-4">
            {fixed.privacyPage.title}
          </a>
        )}
      </p>
      <p className="mt-3 hidden text-ink-2 group-data-refuses:block">{refused}</p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        {[
          [decline, "decline", ""],
          [allow, "allow", "group-data-refuses:hidden"],
        ].map(([name, value, look]) => (
          <button
            key={value}
            type="button"
            value={value}
            className={`min-h-11 rounded-sm border border-ink px-4 font-semibold hover:bg-paper-2 aria-pressed:bg-paper-2 ${look}`}
          >
            {name}
          </button>
        ))}
      </div>
      <script nonce={nonce}>{CHOOSE}</script>
    </aside>
  );
}
