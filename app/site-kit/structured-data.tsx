import { mergeSettings, type Settings } from "#app/content/index.ts";
import { graph, type Thing } from "#app/lib/page/head/structured-data.ts";
import { useRootData } from "#app/lib/page/root-data.ts";

/**
 * What a page says to search engines of what it shows: a block of data, which never runs. No text
 * in it can end the block, because it holds no "<".
 */
export function StructuredData({ of }: { of: (siteUrl: string, settings: Settings) => Thing }) {
  const root = useRootData();
  const thing = of(root?.siteUrl ?? "", root?.settings ?? mergeSettings());
  return (
    <script type="application/ld+json">
      {JSON.stringify(graph(thing)).replaceAll("<", "\\u003c")}
    </script>
  );
}
