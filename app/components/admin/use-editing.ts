import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUrlState } from "#app/lib/url-state.ts";

const ADDRESS = { edit: "" };
const NEW = "new";

interface RowSource<Row> {
  name: string;
  get: (id: string) => Promise<Row | null>;
}

/**
 * Which row the edit dialog is about, kept in the address as `edit=<id>` or `edit=new`: Back closes
 * the dialog, and a link to it opens it, whatever page of the list the row is on.
 */
export function useEditing<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  source: RowSource<Row>,
) {
  const [{ edit: id }, setAddress] = useUrlState(ADDRESS);
  const navigate = useNavigate();
  const location = useLocation();
  const listed = rows?.find((row) => row.id === id);
  const elsewhere = useQuery({
    queryKey: [source.name, "row", id],
    queryFn: () => source.get(id),
    enabled: id !== "" && id !== NEW && rows !== undefined && !listed,
  });
  // The words of a closing dialog stay what they were until it is gone, and a row that someone else
  // deletes meanwhile does not take what is typed with it.
  const [kept, setKept] = useState<Row>();
  const row = listed ?? elsewhere.data ?? (kept?.id === id ? kept : undefined);
  const gone = !row && (elsewhere.data === null || elsewhere.isError);
  const open = id === NEW || (id !== "" && row !== undefined);
  if (open && (id === NEW ? undefined : row) !== kept) setKept(id === NEW ? undefined : row);

  useEffect(() => {
    if (gone) setAddress({ edit: "" });
  }, [gone, setAddress]);

  const openAt = useCallback(
    (edit: string) => {
      const params = new URLSearchParams(location.search);
      params.set("edit", edit);
      navigate(
        { search: params.toString() },
        { state: { opened: true }, preventScrollReset: true },
      );
    },
    [location.search, navigate],
  );

  return {
    open,
    row: kept,
    edit: openAt,
    create: () => openAt(NEW),
    /** Goes back to where it was opened from, so that Back does not open it again. */
    close: () => {
      if ((location.state as { opened?: boolean } | null)?.opened) navigate(-1);
      else setAddress({ edit: "" });
    },
  };
}
