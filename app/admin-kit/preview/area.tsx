import { type ReactNode, useContext, useState } from "react";
import { cx } from "#app/ui/cx.ts";
import { PreviewButton, PreviewPane, PreviewSheet } from "./parts.tsx";
import { PreviewSite } from "./site.ts";
import { createTyped, TypedHere } from "./typed.ts";
import { usePanel } from "./use-panel.ts";

interface PreviewAreaProps {
  /** the page that the screen is about */
  path: string;
  /** see PaneProps */
  onElsewhere?: (address: string) => boolean;
  /** renders the screen, with the button in its header */
  children: (button: ReactNode) => ReactNode;
}

/** A screen with a live preview of a page, next to the fields or in a sheet. */
export function PreviewArea({ path, onElsewhere, children }: PreviewAreaProps) {
  const [typed] = useState(createTyped);
  const panel = usePanel(typed);
  if (!useContext(PreviewSite)) return children(null);
  const pane = { path, onElsewhere };
  return (
    <TypedHere value={typed}>
      <div
        className={cx(panel.isSplit && "grid grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] gap-6")}
        data-preview-split={panel.isSplit || undefined}
      >
        <div className="@container min-w-0">{children(<PreviewButton panel={panel} />)}</div>
        {panel.isSplit && (
          <div className="sticky top-[calc(4.5rem+var(--bar,0rem))] h-[calc(100dvh-6rem-var(--bar,0rem))] self-start overflow-hidden rounded-lg border border-line-strong shadow-lift">
            <PreviewPane {...pane} />
          </div>
        )}
      </div>
      <PreviewSheet panel={panel} {...pane} />
    </TypedHere>
  );
}
