import { type Placed, type PublicPage, pageName } from "#app/content/index.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { unbroken } from "./unbroken.tsx";

interface HeadlineProps extends Placed {
  page: PublicPage;
  children: string;
  className: string;
}

/** A page's only h1. If staff left it blank, it falls back to the page's name. */
export function Headline({ page, children, ...shown }: HeadlineProps) {
  const settings = useSettings();
  return <h1 {...shown}>{unbroken(children.trim() || pageName(page, settings))}</h1>;
}
