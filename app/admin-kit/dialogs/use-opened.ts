import { useState } from "react";
import { type NavigateFunction, useLocation, useNavigate, useSearchParams } from "react-router";

const OPENING = { state: { opened: true }, preventScrollReset: true };

function withParam(params: URLSearchParams, param: string, value: string): string {
  const next = new URLSearchParams(params);
  next.set(param, value);
  return next.toString();
}

/**
 * The row that a drawer or dialog shows, stored in the URL as `<param>=<id>`. Back closes it, and a
 * link opens it.
 */
export function useOpened(param: string) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const id = params.get(param) ?? "";
  // Keep the id while the dialog animates out.
  const [lastId, setLastId] = useState(id);
  if (id && id !== lastId) setLastId(id);

  /** Props for a Link that opens it. */
  const linkTo = (next: string) => ({
    to: { search: withParam(params, param, next) },
    ...OPENING,
  });
  return {
    open: id !== "",
    id: lastId,
    linkTo,
    openAt: (next: string) => {
      // The URL may be ahead of the rendered state. The second press of a double click must not add
      // a second history entry, or closing would need two steps back.
      const now = new URLSearchParams(window.location.search);
      if (now.get(param) !== next) void navigate({ search: withParam(now, param, next) }, OPENING);
    },
    /** Goes back to where it was opened, so that Back doesn't reopen it. */
    close: () => {
      if ((location.state as { opened?: boolean } | null)?.opened) goBackFrom(param, navigate);
      else
        setParams(
          (current) => {
            current.delete(param);
            return current;
          },
          { replace: true, preventScrollReset: true },
        );
    },
  };
}

let underway = false;

/**
 * Closes what `param` in the URL opened by going back to where it was opened from. Going back is
 * asynchronous, so a second press (a double click on the close button) must not leave the screen
 * too. A user who chooses to keep editing can close again.
 */
function goBackFrom(param: string, navigate: NavigateFunction): void {
  if (underway || !new URLSearchParams(window.location.search).has(param)) return;
  underway = true;
  window.addEventListener(
    "popstate",
    () => {
      underway = false;
    },
    { once: true },
  );
  void navigate(-1);
}
