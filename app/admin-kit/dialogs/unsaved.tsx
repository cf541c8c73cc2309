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

/** The warning shown before unsaved text is lost. */
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
  /** Whether navigating between these locations would lose something. */
  holds: (from: Location, to: Location) => boolean;
  warning: Warning;
}

const UnsavedContext = createContext<Map<string, Held> | undefined>(undefined);

/**
 * The only guard against losing typed text. Every way out of a form is either a navigation (links,
 * Back, closing a dialog) or a page unload. Both are confirmed here, once.
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
 * Blocks navigation while `dirty`, if the path or one of `params` in the URL changes. Returns a
 * function that releases the block at once, for navigation after a successful save.
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

/** Whether navigation is currently blocked, checked at call time. */
export function useUnsavedNow(): () => boolean {
  const held = useContext(UnsavedContext);
  return useCallback(() => (held?.size ?? 0) > 0, [held]);
}
