import type { BrowserConfig } from "../../../contract/render-context.ts";
import { CONFIG_NAME } from "./browser-config.ts";

/** Embeds the backend's URL in the page as data, so that no script has to run first. */
export function BrowserConfigTag({ config }: { config: BrowserConfig }) {
  return <meta name={CONFIG_NAME} content={JSON.stringify(config)} />;
}
