import { createContext, type ReactNode, use } from "react";

/** Whether items render as table rows. */
export const Dense = createContext(false);

interface ItemLayoutProps {
  handle?: ReactNode;
  /** the item's icon, next to the text */
  picture?: ReactNode;
  title: ReactNode;
  /** badges next to the title: Hidden, Featured */
  badges?: ReactNode;
  /** the text below the title */
  children?: ReactNode;
  /** the small line at the bottom: order, dates */
  meta?: ReactNode;
  actions?: ReactNode;
}

/** One item of a managed list. In a narrow card, its actions move below the text. */
export function ItemLayout({
  handle,
  picture,
  title,
  badges,
  children,
  meta,
  actions,
}: ItemLayoutProps) {
  if (use(Dense))
    return (
      <>
        <td className="max-lg:row-span-2 max-sm:row-span-3">{handle}</td>
        <th
          scope="row"
          className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-left max-sm:col-[2/-1] max-sm:row-start-1"
        >
          <h2 className="line-clamp-2 text-sm/4.5 font-medium wrap-anywhere">{title}</h2>
          {badges}
        </th>
        {/* The first text is the important one: it keeps its width, and stays on narrow screens. */}
        <td className="flex min-w-0 items-center gap-3 text-sm/4.5 text-ink-2 max-lg:row-start-2 max-sm:col-[2/-1] sm:max-lg:col-start-2 max-lg:[&>p:last-child:not(:first-child)]:hidden [&>p]:line-clamp-1 [&>p]:wrap-anywhere max-lg:[&>p]:line-clamp-2 lg:[&>p:first-child:not(:last-child)]:max-w-2/3 lg:[&>p:first-child:not(:last-child)]:shrink-0">
          {children}
        </td>
        <td className="flex items-center gap-0.5 max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-3 max-sm:-ml-2.5 sm:max-lg:col-start-3 sm:max-lg:row-span-2 sm:max-lg:row-start-1">
          {actions}
        </td>
      </>
    );
  return (
    <article className="@container">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-1 p-3 @xl:grid-cols-[auto_minmax(0,1fr)_auto]">
        <div>{handle}</div>
        <div className="flex min-w-0 items-start gap-4 self-center">
          {picture}
          <div className="grid min-w-0 gap-1 py-1">
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <h2 className="font-display text-base/6 font-semibold wrap-anywhere">{title}</h2>
              {badges}
            </div>
            {children && (
              <div className="max-w-prose text-sm text-ink-2 wrap-anywhere whitespace-pre-line">
                {children}
              </div>
            )}
            {meta && <div className="font-mono text-2xs/5 text-ink-2">{meta}</div>}
          </div>
        </div>
        <div className="flex items-center gap-1 self-start @max-xl:col-start-2 @max-xl:-ml-2.5">
          {actions}
        </div>
      </div>
    </article>
  );
}
