import type { ComponentType } from "react";

interface IslandProps<P extends object> {
  /** identifies the island to the page's script; unique on the page */
  name: string;
  of: ComponentType<P>;
  /** embedded in the page as JSON */
  props: P;
  className?: string;
}

/**
 * The only part of a page that React hydrates; the rest stays server-rendered HTML. It must work as
 * plain HTML before hydration.
 */
export function Island<P extends object>({ name, of: Part, props, className }: IslandProps<P>) {
  return (
    <>
      <div data-island={name} className={className}>
        <Part {...props} />
      </div>
      {/* Escaping "<" keeps any text in it from closing the block. */}
      <script type="application/json" data-island-props={name}>
        {JSON.stringify(props).replaceAll("<", "\\u003c")}
      </script>
    </>
  );
}
