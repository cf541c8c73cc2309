import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNotifySaved } from "#app/admin-kit/prepared/use-notify-saved.ts";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { showStored } from "#app/lib/data/query-client.ts";
import { preparable, type StoreOptions, tableStore } from "#app/lib/data/table-store.ts";
import { StaleError } from "#app/lib/errors/backend-error.ts";
import { keepSetting } from "#app/lib/page/use-settings.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { SETTING_MESSAGES } from "../messages.ts";
import { type Setting, storedValue } from "./catalog.ts";

const ORDER: StoreOptions = { order: [["setting_key", "asc"]] };
const { name, ...live } = tableStore("site_settings", ORDER);
const settings = preparable(name, ORDER, live);
type Store = typeof live;
const ROWS = [name, "list"] as const;

/** Every setting, ordered by key (rule P-4). */
export const allSettings = settings.all;

export const useSettings = () => useQuery({ queryKey: ROWS, queryFn: allSettings });

/**
 * Stores a value over the version `seen`; inserts the row if there is none (rule S-1).
 * @throws StaleError when someone else changed or added it meanwhile
 */
async function storeSetting(
  store: Store,
  setting: Setting,
  value: string,
  seen: SiteSetting | undefined,
) {
  try {
    if (seen) return await store.update(seen, { setting_value: value });
    const { key, type, description } = setting;
    return await store.insert({
      setting_key: key,
      setting_value: value,
      setting_type: type,
      description: description || null,
    });
  } catch (cause) {
    const current = await currentRow(store, setting.key, cause);
    // The response to an earlier try was lost: the value is already stored.
    if (current?.setting_value === value) return current;
    throw current ? new StaleError(current) : cause;
  }
}

/** The row as someone else left it, if that is why a write was rejected. */
async function currentRow(
  store: Store,
  key: string,
  cause: unknown,
): Promise<SiteSetting | undefined> {
  if (cause instanceof StaleError) return cause.current as SiteSetting;
  if ((cause as { code?: string }).code !== "23505") return undefined;
  return (await store.all()).find(({ setting_key }) => setting_key === key);
}

interface SettingWrite {
  setting: Setting;
  value: string;
  seen: SiteSetting | undefined;
}

/**
 * Saves one setting, and updates the cached rows even after a conflict.
 * @param notify whether each save shows its own message; a form of several shows one
 */
export function useSaveSetting({ notify }: { notify: boolean }) {
  const client = useQueryClient();
  const notifySaved = useNotifySaved();
  // A save that waits for the server must go to its original target.
  const [store] = useState(settings.here);
  const replace = (row: SiteSetting) =>
    showStored<SiteSetting[]>(client, ROWS, (rows = []) => [
      ...rows.filter(({ setting_key }) => setting_key !== row.setting_key),
      row,
    ]);
  return useMutation({
    mutationFn: ({ setting, value, seen }: SettingWrite) =>
      storeSetting(store, setting, value, seen),
    onSuccess: async (row) => {
      await replace(row);
      if (store === live) keepSetting(row.setting_key, row.setting_value);
      if (notify) notifySaved(SETTING_MESSAGES.saved);
    },
    onError: async (cause) => {
      if (cause instanceof StaleError) await replace(cause.current as SiteSetting);
    },
  });
}

/**
 * Saves a setting over the version `seen`, with a message. What shows on every page at once
 * (`undoable`) gets an Undo, until the next change.
 */
export function useSaveSettingField(setting: Setting, { undoable }: { undoable: boolean }) {
  const notifySaved = useNotifySaved();
  const { mutateAsync } = useSaveSetting({ notify: !undoable });
  const takeBackMessage = useRef<() => void>(undefined);
  const put = (value: string, seen: SiteSetting | undefined) =>
    mutateAsync({ setting, value, seen });

  async function goBack(value: string, seen: SiteSetting) {
    try {
      await put(value, seen);
      notifySaved(SETTING_MESSAGES.restored);
    } catch (cause) {
      toast.failure(SETTING_MESSAGES.save(cause), cause);
    }
  }

  return async (value: string, seen: SiteSetting | undefined) => {
    // Pressed while this change is saved, the Undo of the one before would do nothing.
    takeBackMessage.current?.();
    const saved = await put(value, seen);
    if (!undoable) return saved;
    const before = storedValue(setting.key, seen);
    takeBackMessage.current = notifySaved(SETTING_MESSAGES.saved, {
      action: { label: "Undo", onClick: () => void goBack(before, saved) },
    });
    return saved;
  };
}
