import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { savedBy } from "#app/admin-kit/dialogs/saved-by.ts";
import { takenOver } from "#app/admin-kit/dialogs/stale-words.ts";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import { useForm, useNewest } from "#app/admin-kit/forms/use-form.ts";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { draftKey, storeDraft, storedDraft } from "#app/admin-kit/forms/visit.ts";
import { useNotifySaved } from "#app/admin-kit/prepared/use-notify-saved.ts";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { missingFor, StaleError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { whenBack } from "#app/lib/retry/when-back.ts";
import { mergeVersions } from "#app/lib/text/three-way-merge.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { SETTING_MESSAGES } from "../messages.ts";
import { checkSetting } from "../schema.ts";
import type { ANALYTICS_KEYS, CONSENT_KEYS } from "../site/analytics.ts";
import { type Setting, storedValue } from "./catalog.ts";
import { useSaveSetting } from "./queries.ts";

export type Key = (typeof ANALYTICS_KEYS | typeof CONSENT_KEYS)[number];
export type Draft = Record<Key, string>;

export const PROVIDERS = [
  { title: "Google Analytics", enabled: "ga_enabled", id: "ga_measurement_id" },
  { title: "Google Tag Manager", enabled: "gtm_enabled", id: "gtm_container_id" },
] as const;

type Versions = Record<string, SiteSetting | undefined>;

/** What was typed before the tab reloaded, and the versions it was based on. */
interface StoredDraft {
  values: Draft;
  seen: Versions;
}

const draftOf = (settings: readonly Setting[], rows: Versions = rowsOf(settings)): Draft =>
  Object.fromEntries(settings.map(({ key }) => [key, storedValue(key, rows[key])])) as Draft;

/**
 * The settings of analytics and consent as one form, saved with its button. Other people's changes
 * are merged in; only settings that both changed need a decision.
 */
export function useAnalyticsForm(settings: readonly Setting[]) {
  const notifySaved = useNotifySaved();
  const [draft] = useState(() => draftKey("site_settings/analytics"));
  const [restored, setRestored] = useState(() => storedDraft<StoredDraft>(draft));
  // The versions this form started from, so that it doesn't overwrite other people's saves.
  const [seen, setSeen] = useState(() => restored?.seen ?? rowsOf(settings));
  const form = useForm(draftOf(settings, seen), restored?.values);
  const [stale, setStale] = useState<{ row: SiteSetting; saved: string }>();
  const element = useRef<HTMLFormElement>(null);
  const stopWaiting = useRef<() => void>(undefined);
  const { mutateAsync, isPending } = useSaveSetting({ notify: false });
  useUnsaved(form.dirty, ["tab"]);
  const { values: typed, dirty } = form;
  const newest = useNewest(typed);
  useEffect(() => {
    storeDraft(draft, dirty ? { values: typed, seen } : undefined);
  }, [draft, dirty, typed, seen]);
  // On unmount: the form was saved or discarded.
  useEffect(() => () => storeDraft(draft, undefined), [draft]);

  // Show other people's saves, unless this form is being edited.
  const stored = rowsOf(settings);
  const isNewer = ({ key }: Setting) =>
    (stored[key]?.updated_at ?? "") > (seen[key]?.updated_at ?? "");
  const differs = settings.some(isNewer);
  if (differs && !form.dirty && !isPending && !stale) {
    setSeen(stored);
    form.reset(draftOf(settings));
  }

  function check(): Partial<Draft> | undefined {
    const values: Partial<Draft> = {};
    const errors: Partial<Draft> = {};
    for (const { key, type } of settings as (Setting & { key: Key })[]) {
      const checked = checkSetting(key, type, form.values[key]);
      if ("error" in checked) errors[key] = checked.error;
      else values[key] = checked.value;
    }
    for (const { title, enabled, id } of PROVIDERS)
      if (values[enabled] === "true" && values[id] === "")
        errors[id] = `Please enter the ID, or turn ${title} off`;
    if (Object.keys(errors).length === 0) return values;
    form.setErrors(errors);
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>("[data-invalid]:is(input, textarea)")?.focus(),
    );
    return undefined;
  }

  /** Stores one value. Rethrows StaleError only if both sides changed it. */
  async function store(setting: Setting, value: string, version: SiteSetting | undefined) {
    try {
      return await mutateAsync({ setting, value, seen: version });
    } catch (cause) {
      if (!(cause instanceof StaleError)) throw cause;
      const theirs = cause.current as SiteSetting;
      const { conflicts } = mergeVersions(
        { value: storedValue(setting.key, version) },
        { value },
        { value: theirs.setting_value },
      );
      if (conflicts.length > 0) throw cause;
      return store(setting, value, theirs);
    }
  }

  /**
   * Stores the settings changed here one by one, and puts each new version into `now`. Other
   * people's changes go into `values`.
   * @returns the settings that others changed
   */
  async function storeAll(values: Partial<Draft>, now: Versions): Promise<Setting[]> {
    const taken: Setting[] = [];
    for (const setting of settings) {
      const { key, row } = setting as Setting & { key: Key };
      const value = values[key] ?? "";
      const base = storedValue(key, now[key]);
      if (value !== base) now[key] = await store(setting, value, now[key]);
      else if (storedValue(key, row) !== base) {
        now[key] = row;
        values[key] = storedValue(key, row);
        taken.push(setting);
      }
    }
    return taken;
  }

  function refused(cause: unknown, now: Versions, failed: number | undefined) {
    const missing = newest.hasChanged(typed) ? undefined : missingFor(cause);
    const again = (failed ?? 0) + 1;
    if (missing)
      stopWaiting.current = whenBack(missing, again - 1, () => latest.current(now, again));
    if (failed === undefined || !missing) toast.failure(SETTING_MESSAGES.save(cause), cause);
  }

  /** @param failed how many automatic retries have failed; undefined: the person saves */
  async function save(versions: Versions, failed?: number): Promise<void> {
    stopWaiting.current?.();
    const values = check();
    if (!values) return;
    const now = { ...versions };
    try {
      // Set it before any other await: an older version must not return to the form.
      const taken = await storeAll(values, now).finally(() => setSeen(now));
      setRestored(undefined);
      form.reset(values as Draft, newest.over(typed, values as Draft));
      notifySaved(SETTING_MESSAGES.saved);
      if (failed !== undefined) toast.success(MESSAGES.waiting.saved);
      await notifyMerged(taken);
    } catch (cause) {
      if (cause instanceof StaleError) {
        const theirs = cause.current as SiteSetting;
        return setStale({ row: theirs, saved: await savedBy(theirs) });
      }
      refused(cause, now, failed);
    }
  }

  const saveOnce = useOneAtATime(save);
  const latest = useRef(saveOnce);
  latest.current = saveOnce;
  // Edited or left: drop the pending retry, because its values are no longer wanted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when they change
  useEffect(() => () => stopWaiting.current?.(), [form.values]);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    saveOnce(seen);
  }

  const key = stale?.row.setting_key as Key | undefined;
  return {
    form,
    element,
    isPending,
    onSubmit,
    /** Discards values restored after a reload; undefined if there are none. */
    discard:
      restored &&
      (() => {
        setRestored(undefined);
        setSeen(stored);
        form.reset(draftOf(settings));
      }),
    conflict: stale &&
      key && {
        differences: [
          {
            label: find(settings, key).label,
            mine: form.values[key],
            theirs: stale.row.setting_value,
          },
        ],
        saved: stale.saved,
      },
    decideLater: () => setStale(undefined),
    useTheirs() {
      if (!stale || !key) return;
      setSeen({ ...seen, [key]: stale.row });
      form.set(key, stale.row.setting_value);
      setStale(undefined);
    },
    keepMine() {
      if (!stale || !key) return;
      setStale(undefined);
      void save({ ...seen, [key]: stale.row });
    },
  };
}

async function notifyMerged(taken: readonly Setting[]) {
  const [first] = taken;
  if (first?.row)
    toast.info(takenOver(taken.map(({ label }) => label)), {
      description: await savedBy(first.row),
    });
}

const rowsOf = (settings: readonly Setting[]): Versions =>
  Object.fromEntries(settings.map(({ key, row }) => [key, row]));

export function find(settings: readonly Setting[], key: Key): Setting {
  const setting = settings.find((one) => one.key === key);
  if (!setting) throw new Error(`There is no setting ${key}.`);
  return setting;
}
