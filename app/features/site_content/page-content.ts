import {
  addressed,
  type Content,
  type ContentRow,
  mergeContent,
  type PageName,
} from "#app/content/index.ts";
import { withPricesInWords } from "#app/lib/page/prices-in-words.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { listPageContent } from "./queries.ts";

/** JSON, which words put into it could break. */
const isConfig = ({ content_key }: ContentRow) => content_key === "fields_config";

/** A page's texts as visitors read them; the defaults when they cannot be read (rule V-14). */
export async function pageContent<P extends PageName>(
  server: ServerContext,
  page: P,
): Promise<Content<P>> {
  const read = listPageContent(server.supabase, page);
  const rows = await readOr(server, `the texts of ${page} could not be read`, read, []);
  const [config, texts] = [rows.filter(isConfig), rows.filter((row) => !isConfig(row))];
  const content = mergeContent(page, [...(await withPricesInWords(server, texts)), ...config]);
  if (server.preview)
    for (const [name, section] of Object.entries<object>(content))
      addressed(section, `site_content/${page}.${name}.`);
  return content;
}
