import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { goBackFrom } from "#app/components/admin/go-back.ts";

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
  const linkTo = (next: string) => {
    const search = new URLSearchParams(params);
    search.set(param, next);
    return {
      to: { search: search.toString() },
      state: { opened: true },
      preventScrollReset: true,
    };
  };
  return {
    open: id !== "",
    id: kept,
    linkTo,
    openAt: (next: string) => {
      const { to, ...options } = linkTo(next);
      navigate(to, options);
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
