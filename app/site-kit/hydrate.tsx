import { type ComponentType, type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HYDRATED } from "#app/lib/page/hydrated.ts";

/** Calls `then` once it is hydrated. */
function Hydrated({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}

/**
 * Hydrates the Island of that name (./island.tsx) with the props embedded in the page.
 * @returns once it is interactive
 */
export async function hydrate<P extends object>(name: string, Part: ComponentType<P>) {
  const place = document.querySelector<HTMLElement>(`[data-island="${name}"]`);
  const data = document.querySelector(`[data-island-props="${name}"]`)?.textContent;
  if (!place || !data) throw new Error(`The page has no island called ${name}.`);
  const props: P = JSON.parse(data);
  await new Promise<void>((resolve) =>
    startTransition(() => {
      hydrateRoot(
        place,
        <StrictMode>
          <Hydrated then={resolve}>
            <Part {...props} />
          </Hydrated>
        </StrictMode>,
      );
    }),
  );
  place.dispatchEvent(new Event(HYDRATED));
}
