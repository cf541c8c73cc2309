import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { soon, untilThere } from "./soon.ts";

interface OnDemandOptions {
  /**
   * Fetched once the first screen is there, because it may be wanted anywhere, and then also without a
   * network. What is wanted earlier comes as soon as it can.
   */
  early?: boolean;
  /** what stands in its place when it is wanted before its code is there */
  meanwhile?: ReactNode;
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
  { early = false, meanwhile }: OnDemandOptions = {},
): (props: Props) => ReactNode {
  /** Once its code is there. React shows a lazy component 300 ms late, even when its code has come before. */
  let there: ComponentType<Props> | undefined;
  const fetched = async () => (there = await load());
  const Late = lazy<ComponentType<Props>>(async () => ({
    default: await (early ? untilThere(fetched) : fetched()),
  }));
  if (early) soon(fetched);
  return function OnDemand(props) {
    const wants = wanted(props);
    // What is on the screen stays what it is: else it would lose its state when its code comes.
    const [Shown, setShown] = useState<ComponentType<Props>>();
    if (wants && !Shown) setShown(() => there ?? Late);
    return (
      Shown && (
        <Suspense fallback={wants && meanwhile}>
          <Shown {...props} />
        </Suspense>
      )
    );
  };
}
