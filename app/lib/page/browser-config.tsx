import type { BrowserConfig } from "../../../contract/render-context.ts";

const NAME = "browser-config";

/** Carries the backend's address into the page as data: no script has to run to set it. */
export function BrowserConfigTag({ config }: { config: BrowserConfig }) {
  return <meta name={NAME} content={JSON.stringify(config)} />;
}

/** Reads what BrowserConfigTag wrote. */
export function readBrowserConfig(): BrowserConfig {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name=${NAME}]`);
  if (!tag) throw new Error("The page carries no browser configuration.");
  return JSON.parse(tag.content);
}
