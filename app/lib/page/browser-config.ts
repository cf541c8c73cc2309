import type { BrowserConfig } from "../../../contract/render-context.ts";

export const CONFIG_NAME = "browser-config";

/** Reads what BrowserConfigTag wrote (browser-config-tag.tsx). */
export function readBrowserConfig(): BrowserConfig {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name=${CONFIG_NAME}]`);
  if (!tag) throw new Error("The page carries no browser configuration.");
  return JSON.parse(tag.content);
}
