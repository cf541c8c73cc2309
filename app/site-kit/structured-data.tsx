import { mergeSettings, type Settings } from "#app/content/index.ts";
import { graph, type Thing } from "#app/lib/page/head/structured-data.ts";
import { useRootData } from "#app/lib/page/root-data.ts";

/**
 * A page's structured data for search engines: a data block that never runs. Escaping "<" keeps any
 * text in it from closing the block.
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
