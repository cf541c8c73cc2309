import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { soon, untilThere } from "./soon.ts";

interface OnDemandOptions {
  /**
   * Fetched once the first screen is there, because it may be wanted anywhere, and then also without a
   * network. What is wanted earlier comes as soon as it can.
   */
  early?: boolean;
}

/**
 * A component whose code comes when it is first wanted, and which stays from then on, so that it can
 * close in its own time and hand the focus back.
 * @param load imports the component
 * @param wanted whether these props ask for it
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  wanted: (props: Props) => boolean,
  { early = false }: OnDemandOptions = {},
): (props: Props) => ReactNode {
  const Loaded = lazy<ComponentType<Props>>(async () => ({
    default: await (early ? untilThere(load) : load()),
  }));
  if (early) soon(load);
  return function OnDemand(props) {
    const wants = wanted(props);
    const [asked, setAsked] = useState(wants);
    if (wants && !asked) setAsked(true);
    return (
      asked && (
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
}
