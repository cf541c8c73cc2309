import { useRouteLoaderData } from "react-router";
import { mergeSettings, type Settings } from "#app/content/index.ts";
import type { loader } from "#app/root.tsx";

/** The company's settings as the document's loader read them; the defaults on an error page. */
export function useSettings(): Settings {
  return useRouteLoaderData<typeof loader>("root")?.settings ?? mergeSettings();
}
