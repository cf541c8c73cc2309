import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { loadWithRetry, prefetch } from "./prefetch.ts";

interface OnDemandOptions<Props> {
  /** whether these props need it; by default, unless their `open` is false */
  isNeeded?: (props: Props) => boolean;
  /**
   * Prefetches the code once the first screen is ready, so that it also works offline later. If it is
   * needed earlier, loading starts right away.
   */
  early?: boolean;
  /** fallback shown while the code is still loading */
  fallback?: ReactNode;
}

const isOpen = ({ open }: { open?: boolean }) => open !== false;

/**
 * A component whose code loads when it is first needed. It then stays mounted, so that it can
 * animate its closing and return focus.
 * @param load imports the component
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isNeeded = isOpen, early = false, fallback }: OnDemandOptions<Props> = {},
): (props: Props) => ReactNode {
  /** Set once the code is loaded. React shows a lazy component 300 ms late even if it is cached. */
  let there: ComponentType<Props> | undefined;
  const fetched = async () => (there = await load());
  const Late = lazy<ComponentType<Props>>(async () => ({
    default: await (early ? loadWithRetry(fetched) : fetched()),
  }));
  if (early) prefetch(fetched);
  return function OnDemand(props) {
    const needed = isNeeded(props);
    // Don't swap the mounted component when the code arrives: it would lose its state.
    const [Shown, setShown] = useState<ComponentType<Props>>();
    if (needed && !Shown) setShown(() => there ?? Late);
    return (
      Shown && (
        <Suspense fallback={needed && fallback}>
          <Shown {...props} />
        </Suspense>
      )
    );
  };
}
