import { graph, type Thing } from "#app/lib/structured-data.ts";

/**
 * What a page says to search engines of what it shows: a block of data, which never runs. No text
 * in it can end the block, because it holds no "<".
 */
export function StructuredData({ thing }: { thing: Thing }) {
  return (
    <script type="application/ld+json">
      {JSON.stringify(graph(thing)).replaceAll("<", "\\u003c")}
    </script>
  );
}
