import * as z from "zod/mini";
import { type ContactField, defaultFieldsConfig } from "#app/content/index.ts";

const choice = z.union([
  z.pipe(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    z.transform((value) => ({ value, label: value })),
  ),
  z.object({
    value: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    label: z.string().check(z.trim(), z.minLength(1)),
  }),
]);

const field = z.object({
  name: z.string(),
  label: z.optional(z.string().check(z.trim(), z.minLength(1))),
  placeholder: z.optional(z.string()),
  help: z.optional(z.string()),
  required: z.optional(z.boolean()),
  choices: z.optional(z.array(choice).check(z.minLength(1), z.maxLength(20))),
});

const config = z.union([z.object({ fields: z.array(field) }), z.array(field)]);

const defaults = new Map(defaultFieldsConfig.fields.map((one) => [one.name as string, one]));

export interface ReadFields {
  fields: ContactField[];
  /** why the stored JSON could not be used, for staff; undefined when it could */
  problem?: string;
}

/**
 * Reads the content key `fields_config` (rule C-1). It may rename fields, change their hints and
 * choices, reorder them, and require the optional ones. It can't remove a field, nor make a
 * required one optional. Unreadable JSON falls back to the built-in fields.
 */
export function readFields(json: string): ReadFields {
  let stored: unknown;
  try {
    stored = JSON.parse(json);
  } catch {
    return { ...defaultFieldsConfig, problem: "The form fields aren't valid JSON." };
  }
  const parsed = z.safeParse(config, stored);
  if (!parsed.success)
    return { ...defaultFieldsConfig, problem: "The form fields aren't a list of fields." };

  const listed = Array.isArray(parsed.data) ? parsed.data : parsed.data.fields;
  const names = new Set([...listed.map(({ name }) => name), ...defaults.keys()]);
  const fields = [...names].flatMap((name) => {
    const core = defaults.get(name);
    const changed = listed.find((one) => one.name === name);
    return core ? [merge(core, changed)] : [];
  });
  return { fields };
}

function merge(core: ContactField, changed: z.output<typeof field> | undefined): ContactField {
  if (!changed) return core;
  const { label, placeholder, help, required, choices } = changed;
  return {
    ...core,
    label: label ?? core.label,
    placeholder: placeholder ?? core.placeholder,
    help: help ?? core.help,
    required: core.required || required === true,
    choices: core.choices && (choices ?? core.choices),
  };
}

/** The monthly volume choice for this many orders ("101-500", "1000+"); "" if there is none. */
export function volumeOf(orders: number, fields: readonly ContactField[]): string {
  const choices = fields.find(({ name }) => name === "monthly_volume")?.choices ?? [];
  const fits = choices.find(({ value }) => {
    const [, least, most] = /^\s*([\d,]+)\s*(?:[-–]\s*([\d,]+)|\+)/.exec(value) ?? [];
    if (!least) return false;
    const number = (digits: string) => Number(digits.replaceAll(",", ""));
    return orders >= number(least) && (!most || orders <= number(most));
  });
  return fits?.value ?? "";
}
