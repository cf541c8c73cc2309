import { type ComponentType, type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HYDRATED } from "#app/lib/page/hydrated.ts";

/** Says when React has taken over. */
function Hydrated({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}

/**
 * Takes over the Island of that name (./island.tsx), with the props that the page carries for it.
 * @returns once it answers to what is done in it
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
