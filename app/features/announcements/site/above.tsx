import { use } from "react";
import { addressedRows, place } from "#app/content/index.ts";
import { readInWords } from "#app/lib/page/head/prices-in-words.ts";
import { NonceContext } from "#app/lib/page/nonce.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { type Announcement, currentAnnouncements } from "../queries.ts";

export async function load(server: ServerContext): Promise<readonly Announcement[]> {
  const what = "the announcements could not be read";
  const said = await readInWords(server, what, currentAnnouncements);
  if (server.preview) addressedRows("announcements", said);
  return said;
}

/**
 * Runs inline before its item is painted, so an item closed in this version never shows and nothing
 * shifts. Without localStorage, closing lasts for this page view only.
 */
const CLOSABLE = `{
  const item = document.currentScript.parentElement;
  const version = item.dataset.version;
  let stored = {};
  try { stored = localStorage; } catch {}
  item.hidden = stored[item.id] === version;
  item.dataset.closable = "";
  item.addEventListener("click", ({ target }) => {
    if (!target.closest("button")) return;
    item.hidden = true;
    document.getElementById("content").focus({ preventScroll: true });
    stored[item.id] = version;
  });
}`;

/**
 * Identifies an announcement's version by its text and link. A changed position or schedule doesn't
 * show it again to visitors who closed it.
 */
const versionOf = ({ message, link_label, link_url }: Announcement) =>
  [message, link_label, link_url].filter(Boolean).join(" ");

/**
 * Announcements above every page (rule L-12), hidden while the phone menu is open. Uses system
 * fonts, because a web font that loads later would shift the page.
 */
export default function Announcements({ data }: { data: readonly Announcement[] }) {
  const nonce = use(NonceContext);
  if (data.length === 0) return null;
  return (
    <aside
      aria-label="Announcements"
      className="relative z-20 bg-label-soft text-ink print:hidden [body:has(.site-menu:popover-open)>&]:hidden"
    >
      {data.map((announcement) => (
        <div
          key={announcement.id}
          id={`announcement-${announcement.id}`}
          data-version={versionOf(announcement)}
          className="group border-b border-line"
        >
          <script nonce={nonce}>{CLOSABLE}</script>
          <div className="wrap flex min-h-11 items-center gap-3">
            <p
              dir="auto"
              className="code min-w-0 flex-1 py-2 font-semibold"
              {...place(announcement, "message")}
            >
              {announcement.message}{" "}
              {announcement.link_url && (
                <a
                  href={announcement.link_url}
                  className="ml-1 inline-block py-1 font-semibold underline underline-offset-4 hover:decoration-2"
                  {...place(announcement, "link_label", "link_url")}
                >
                  {announcement.link_label}
                </a>
              )}
            </p>
            <button
              type="button"
              aria-label={`Close: ${announcement.message}`}
              className="-mr-3 hidden size-11 flex-none place-items-center self-start group-data-closable:grid"
            >
              <svg
                viewBox="0 0 24 24"
                className="size-5 fill-none stroke-current stroke-2"
                aria-hidden="true"
              >
                <path d="m6 6 12 12M18 6 6 18" />
              </svg>
            </button>
          </div>
        </div>
      ))}
    </aside>
  );
}
