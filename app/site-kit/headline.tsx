import { type PublicPage, pageName, place } from "#app/content/index.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { unbroken } from "./unbroken.tsx";

interface HeadlineProps {
  page: PublicPage;
  of: { title: string };
  className: string;
}

/** A page's only h1. If staff left it blank, it falls back to the page's name. */
export function Headline({ page, of, className }: HeadlineProps) {
  const settings = useSettings();
  return (
    <h1 className={className} {...place(of, "title")}>
      {unbroken(of.title.trim() || pageName(page, settings))}
    </h1>
  );
}
