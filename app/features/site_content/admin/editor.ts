import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAutosave } from "#app/admin-kit/forms/autosave/use-autosave.ts";
import { useNotifySaved } from "#app/admin-kit/prepared/use-notify-saved.ts";
import type { SiteContent } from "#app/lib/data/database.types.ts";
import { showStored } from "#app/lib/data/query-client.ts";
import { preparable, type StoreOptions, tableStore } from "#app/lib/data/table-store.ts";
import { StaleError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { withScheme } from "#contract/addresses.ts";

const ORDER: StoreOptions = {
  order: [
    ["page_name", "asc"],
    ["section_name", "asc"],
    ["content_key", "asc"],
  ],
};
const { name, ...live } = tableStore("site_content", ORDER);
const texts = preparable(name, ORDER, live);
type Store = typeof live;
const ROWS = ["site_content", "list"] as const;
/** Switching to another page's tab or step would lose unsaved text. */
const PANELS = ["tab", "step"];

/** Every text of every page (rule P-3). */
export const allTexts = texts.all;

export const useContentRows = () => useQuery({ queryKey: ROWS, queryFn: allTexts });

/** Stores `text` over the version `seen`. Throws StaleError if someone else changed it. */
async function storeText(store: Store, seen: SiteContent, text: string): Promise<SiteContent> {
  try {
    return await store.update(seen, { content_value: text });
  } catch (cause) {
    // The response to an earlier try was lost: the text is already stored.
    if (cause instanceof StaleError && cause.current.content_value === text) return cause.current;
    throw cause;
  }
}

type Kind = Pick<SiteContent, "content_type" | "content_key">;

export const isAddress = ({ content_type, content_key }: Kind) =>
  content_type === "url" || content_key.endsWith("_url");

/** A text's stored form, or its error. @param required as in `useContentField` */
export const checkText = (row: Kind, text: string, required: string | undefined) =>
  required && text.trim() === ""
    ? { error: required }
    : { value: isAddress(row) ? withScheme(text.trim()) : text };

/**
 * One text, saved on blur (rule E-5).
 * @param required the error when it is blank; undefined if it may be blank
 */
export function useContentField(row: SiteContent, required: string | undefined) {
  const client = useQueryClient();
  const notifySaved = useNotifySaved();
  // A save that waits for the server must go to its original target.
  const [store] = useState(texts.here);
  const replace = (stored: SiteContent) =>
    showStored<SiteContent[]>(client, ROWS, (rows) =>
      rows?.map((other) => (other.id === stored.id ? stored : other)),
    );
  const { mutateAsync } = useMutation({
    mutationFn: ({ seen, text }: { seen: SiteContent; text: string }) =>
      storeText(store, seen, text),
    onSuccess: async (stored) => {
      await replace(stored);
      notifySaved(MESSAGES.content.saved);
    },
    onError: async (cause) => {
      if (cause instanceof StaleError) await replace(cause.current);
    },
  });
  return useAutosave<SiteContent>({
    name: `site_content/${row.id}`,
    row,
    textOf: ({ content_value }) => content_value,
    check: (text) => checkText(row, text, required),
    save: (text, seen) => mutateAsync({ seen, text }),
    explain: MESSAGES.content.save,
    params: PANELS,
  });
}
