import type { BrowserConfig } from "../../../contract/render-context.ts";
import { CONFIG_NAME } from "./browser-config.ts";

/** Carries the backend's address into the page as data: no script has to run to set it. */
export function BrowserConfigTag({ config }: { config: BrowserConfig }) {
  return <meta name={CONFIG_NAME} content={JSON.stringify(config)} />;
}
