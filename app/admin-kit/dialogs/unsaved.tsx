import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { type BlockerFunction, type Location, useBlocker } from "react-router";
import { AlertOnDemand } from "#app/ui/overlays/alert-on-demand.ts";

/** What is said to a person who is about to lose something. */
export interface Warning {
  title: string;
  description: string;
  confirmLabel: string;
  cancelLabel: string;
}

const TYPED: Warning = {
  title: "Leave without saving?",
  description: "Your changes aren't saved and will be lost.",
  confirmLabel: "Discard changes",
  cancelLabel: "Keep editing",
};

interface Held {
  /** Would going from here to there throw something away? */
  holds: (from: Location, to: Location) => boolean;
  warning: Warning;
}

const UnsavedContext = createContext<Map<string, Held> | undefined>(undefined);

/**
 * The one guard against losing typed text. Every way out of a form is a navigation (links, Back, a
 * closed dialog) or the end of the page; both are asked about once, here.
 */
export function UnsavedProvider({ children }: { children: ReactNode }) {
  const held = useMemo(() => new Map<string, Held>(), []);
  const [warning, setWarning] = useState(TYPED);
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) => {
        const holding = [...held.values()].find(({ holds }) =>
          holds(currentLocation, nextLocation),
        );
        if (holding) setWarning(holding.warning);
        return holding !== undefined;
      },
      [held],
    ),
  );

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (held.size > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", onBeforeUnload);
    return () => window.removeEventListener("beforeunload", onBeforeUnload);
  }, [held]);

  return (
    <UnsavedContext value={held}>
      {children}
      <AlertOnDemand
        open={blocker.state === "blocked"}
        {...warning}
        danger
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
    </UnsavedContext>
  );
}

/**
 * Holds the person back while `dirty`, when the path changes or one of `params` in the address does.
 * Returns a function that lets go at once, for the navigation after a successful save.
 */
export function useUnsaved(
  dirty: boolean,
  params: readonly string[] = [],
  warning: Warning = TYPED,
): () => void {
  const held = useContext(UnsavedContext);
  if (!held) throw new Error("useUnsaved needs an UnsavedProvider above it.");
  const id = useId();
  const watched = useRef(params);
  watched.current = params;

  useEffect(() => {
    if (!dirty) return;
    const holds: Held["holds"] = (from, to) => {
      if (from.pathname !== to.pathname) return true;
      const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
      return watched.current.some((name) => before.get(name) !== after.get(name));
    };
    held.set(id, { holds, warning });
    return () => {
      held.delete(id);
    };
  }, [dirty, held, id, warning]);

  return useCallback(() => {
    held.delete(id);
  }, [held, id]);
}

/** Whether a person would be held back just now, asked when it matters. */
export function useUnsavedNow(): () => boolean {
  const held = useContext(UnsavedContext);
  return useCallback(() => (held?.size ?? 0) > 0, [held]);
}
