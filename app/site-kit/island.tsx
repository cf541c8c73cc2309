import type { ComponentType } from "react";

interface IslandProps<P extends object> {
  /** by which the page's script finds it; one of each name on a page */
  name: string;
  of: ComponentType<P>;
  /** travel inside the page, as data */
  props: P;
  className?: string;
}

/**
 * A part of a page that React takes over in the browser, alone; the rest of the page stays as the
 * server wrote it. Until then it is plain HTML that works by itself.
 */
export function Island<P extends object>({ name, of: Part, props, className }: IslandProps<P>) {
  return (
    <>
      <div data-island={name} className={className}>
        <Part {...props} />
      </div>
      {/* No text in it can end the block, because it holds no "<". */}
      <script type="application/json" data-island-props={name}>
        {JSON.stringify(props).replaceAll("<", "\\u003c")}
      </script>
    </>
  );
}
