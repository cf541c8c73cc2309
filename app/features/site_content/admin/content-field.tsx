import { useMemo } from "react";
import type { Autosave } from "#app/admin-kit/forms/autosave/use-autosave.ts";
import { Note } from "#app/admin-kit/forms/note.tsx";
import { PictureInput, usePicker } from "#app/admin-kit/forms/picture-input.tsx";
import { SavedField } from "#app/admin-kit/forms/saved-field.tsx";
import { InsertPicker, withReading } from "#app/admin-kit/forms/text-inserts.tsx";
import { named, useDraftRow, useTypedText } from "#app/admin-kit/preview/typed.ts";
import type { Field } from "#app/content/field.ts";
import type { SiteContent } from "#app/lib/data/database.types.ts";
import { authorProblem } from "#app/lib/text/authoring.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { Input, Textarea } from "#app/ui/inputs/input.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { isAddress, useContentField } from "./editor.ts";

/** Checks a text beyond the database's rules; returns a note for the person, or undefined. */
export type CheckText = (row: SiteContent, text: string) => string | undefined;

const isJson = ({ content_key, content_type }: SiteContent) =>
  content_type === "json" || content_key === "fields_config";

/** Rule E-4: keys containing 'description', and texts stored as multi-line, get a textarea. */
const isMultiline = (row: SiteContent) =>
  row.content_type === "textarea" || row.content_key.includes("description") || isJson(row);

/** Shows typed text in the preview. */
function usePreviewed(row: SiteContent, text: string) {
  const { page_name, section_name, content_key, content_value } = row;
  const name = `${section_name}.${content_key}`;
  const address = `site_content/${page_name}.${name}`;
  useTypedText(address, text, named(name));
  const draft = useMemo(
    () =>
      text === content_value ? null : { page_name, section_name, content_key, content_value: text },
    [page_name, section_name, content_key, content_value, text],
  );
  useDraftRow(address, "site_content", draft);
}

interface ContentFieldProps {
  row: SiteContent;
  /** its section's name on the screen */
  section: string;
  /** the section in the catalog */
  texts: Record<string, Field> | undefined;
  check?: CheckText;
}

/** One text of the site, saved on blur. */
export function ContentField({ row, section, texts, check }: ContentFieldProps) {
  const of = texts?.[row.content_key];
  const required = of?.required;
  const field = useContentField(row, required);
  const label = labelFromKey(row.content_key);
  usePreviewed(row, field.text);
  const blank = !required && field.text.trim() === "";
  const note = blank
    ? whenBlank(texts, row.content_key)
    : (check?.(row, field.text) ?? authorProblem(row.content_key, field.text));
  const picker = usePicker(`${section}: ${label}`, field.put);
  const name = `${row.section_name}.${row.content_key}`;
  return (
    <>
      <SavedField
        field={field}
        label={label}
        section={section}
        required={required !== undefined}
        about={of?.about}
        place={{ table: "site_content", row: row.id, field: "content_value" }}
        insert={
          isJson(row) || isAddress(row) || of?.choices
            ? undefined
            : (isShown) => (
                <InsertPicker
                  {...{ isShown, name, label: `${section}: ${label}` }}
                  text={field.text}
                  onValueChange={field.edit}
                />
              )
        }
        description={
          isJson(row)
            ? note && <Note>{note}</Note>
            : withReading(note && <Note>{note}</Note>, field.text)
        }
      >
        <TextControl
          {...{ row, field, name, of }}
          label={`${section}: ${label}`}
          onChoose={picker.choose}
        />
      </SavedField>
      {/* Outside the field, whose label would otherwise name every control in the dialog. */}
      {of?.picture && picker.dialog}
    </>
  );
}

interface TextControlProps {
  row: SiteContent;
  field: Autosave;
  name: string;
  label: string;
  /** the text in the catalog */
  of: Field | undefined;
  /** opens the media library */
  onChoose: (() => void) | undefined;
}

/** What a text is typed or chosen with. */
function TextControl({ row, field, name, label, of, onChoose }: TextControlProps) {
  const control = {
    name,
    value: field.text,
    onValueChange: field.edit,
    onBlur: field.commit,
  };
  if (of?.picture)
    return (
      <PictureInput
        name={name}
        label={label}
        address={field.text}
        onType={field.edit}
        onBlur={field.commit}
        onChoose={onChoose}
        onRemove={() => field.put("")}
      />
    );
  if (of?.choices)
    return (
      <NativeSelect
        name={name}
        value={field.text}
        onValueChange={field.put}
        choices={of.choices.map((value) => ({ value, label: value }))}
      />
    );
  if (!isMultiline(row))
    return <Input {...control} inputMode={row.content_type === "url" ? "url" : undefined} />;
  return (
    <Textarea
      {...control}
      rows={2}
      spellCheck={!isJson(row)}
      className={isJson(row) ? "!font-mono !text-xs/5" : undefined}
    />
  );
}

const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

/**
 * What visitors see while a text is blank: nothing in its place. A blank first text of a numbered
 * group removes the whole group from the page (content/items.ts).
 * @param section the catalog section with the text; undefined for an unknown one
 */
export function whenBlank(section: Record<string, Field> | undefined, key: string): string {
  const own = section?.[key]?.whenBlank;
  if (own) return own;
  const group = /^.+?_\d+_/.exec(key)?.[0];
  const first = group && Object.keys(section ?? {}).find((other) => other.startsWith(group));
  if (group && first === key)
    return `While this is blank, all of ${inSentence(labelFromKey(group))} is hidden.`;
  return "Hidden from visitors while blank.";
}
