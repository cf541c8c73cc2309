import { mergeSettings, type Settings } from "#app/content/index.ts";
import { readInWords } from "#app/lib/page/head/prices-in-words.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { readSettings } from "../queries.ts";

/** The settings as visitors see them; the defaults if they can't be read (rule V-14). */
export const siteSettings = async (server: ServerContext): Promise<Settings> =>
  mergeSettings(await readInWords(server, "the settings could not be read", readSettings));
