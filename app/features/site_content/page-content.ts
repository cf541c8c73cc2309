import {
  addressed,
  type Content,
  type ContentRow,
  mergeContent,
  type PageName,
} from "#app/content/index.ts";
import { readInWords } from "#app/lib/page/head/prices-in-words.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { readPageContent } from "./queries.ts";

/** JSON, which inserted text could break. */
const isConfig = ({ content_key }: ContentRow) => content_key === "fields_config";

/** A page's texts as visitors see them; the defaults if they can't be read (rule V-14). */
export async function pageContent<P extends PageName>(
  server: ServerContext,
  page: P,
): Promise<Content<P>> {
  const what = `the texts of ${page} could not be read`;
  const rows = await readInWords(server, what, () => readPageContent(server, page), isConfig);
  const content = mergeContent(page, rows);
  if (server.preview)
    for (const [name, section] of Object.entries<object>(content))
      addressed(section, `site_content/${page}.${name}.`);
  return content;
}
