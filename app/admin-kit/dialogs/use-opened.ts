import { useState } from "react";
import { type NavigateFunction, useLocation, useNavigate, useSearchParams } from "react-router";

const OPENING = { state: { opened: true }, preventScrollReset: true };

function withParam(params: URLSearchParams, param: string, value: string): string {
  const next = new URLSearchParams(params);
  next.set(param, value);
  return next.toString();
}

/**
 * Which row a drawer or dialog is about, kept in the address as `<param>=<id>`: Back closes it, and a
 * link to it opens it.
 */
export function useOpened(param: string) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const id = params.get(param) ?? "";
  // What is closing keeps its words until it is gone.
  const [kept, setKept] = useState(id);
  if (id && id !== kept) setKept(id);

  /** Props of a Link that opens it. */
  const linkTo = (next: string) => ({
    to: { search: withParam(params, param, next) },
    ...OPENING,
  });
  return {
    open: id !== "",
    id: kept,
    linkTo,
    openAt: (next: string) => {
      // The address is ahead of the screen: opened by the first press of a double click, it
      // must not open again, or closing would need two goes as well.
      const now = new URLSearchParams(window.location.search);
      if (now.get(param) !== next) void navigate({ search: withParam(now, param, next) }, OPENING);
    },
    /** Goes back to where it was opened from, so that Back does not open it again. */
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
 * Closes what `param` in the address holds open by going back to where it was opened from. The
 * browser goes back a moment later, and a second press on the way (a double click on the cross)
 * must not leave the screen as well. Someone who chooses to keep editing may close again.
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
