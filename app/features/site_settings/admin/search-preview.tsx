import { useContext, useEffect, useState } from "react";
import { Note } from "#app/admin-kit/forms/note.tsx";
import { usePrepared } from "#app/admin-kit/prepared/prepared.ts";
import { TypedHere } from "#app/admin-kit/preview/typed.ts";
import { pageMeta } from "#app/content/index.ts";
import { headProblems } from "#app/lib/checks/head-checks.ts";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { useRootData } from "#app/lib/page/root-data.ts";
import { storedValue } from "./catalog.ts";

type Key = "site_title" | "site_description" | "company_name" | "og_image_url";

const addressOf = (key: Key) => `site_settings/${key}`;

/** The texts typed into fields of this screen, by address; only those that changed since it opened. */
function useTypedTexts(): ReadonlyMap<string, string> {
  const typed = useContext(TypedHere);
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(
    () =>
      typed?.listen({
        text: (address, _, text) => setTexts((known) => new Map(known).set(address, text)),
        drafts: () => {},
      }),
    [typed],
  );
  return texts;
}

/** How the home page looks in search results and in a chat, as its title and description are typed. */
export function SearchPreview({ rows }: { rows: readonly SiteSetting[] }) {
  const typed = useTypedTexts();
  const prepared = usePrepared();
  const host = URL.parse(useRootData()?.siteUrl ?? "")?.host ?? "";
  const value = (key: Key) =>
    typed.get(addressOf(key)) ??
    storedValue(
      key,
      rows.find(({ setting_key }) => setting_key === key),
    );
  const { title, description } = pageMeta("home", {
    site_title: value("site_title"),
    site_description: value("site_description"),
    company_name: value("company_name"),
  });
  const picture = value("og_image_url");
  const problems = headProblems({ path: "/", title, description });
  return (
    <section aria-label="Preview of links to the home page" className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <figure className="grid content-start gap-1.5">
          <figcaption className="text-xs text-ink-2">In search results</figcaption>
          <div className="grid gap-0.5 rounded-md border border-line px-3 py-2">
            <span className="truncate text-xs text-ink-2">{host}</span>
            <span className="line-clamp-1 font-medium text-accent wrap-anywhere">{title}</span>
            <span className="line-clamp-2 text-sm text-ink-2 wrap-anywhere">
              {description || "Search engines pick text from the page."}
            </span>
          </div>
        </figure>
        <figure className="grid content-start gap-1.5">
          <figcaption className="text-xs text-ink-2">When shared</figcaption>
          <div className="overflow-hidden rounded-md border border-line">
            <img
              src={picture || "/og/home.png"}
              alt=""
              loading="lazy"
              className="aspect-[1200/630] w-full bg-paper-3 object-cover"
            />
            <div className="grid gap-0.5 px-3 py-2">
              <span className="truncate text-xs text-ink-2">{host}</span>
              <span className="line-clamp-2 text-sm font-medium wrap-anywhere">{title}</span>
            </div>
          </div>
          {prepared && !picture && (
            <p className="text-xs text-ink-2">
              The picture is of the live site, without the changes in {prepared.set.name}.
            </p>
          )}
        </figure>
      </div>
      {problems.map((problem) => (
        <Note key={problem}>{problem}</Note>
      ))}
    </section>
  );
}
