import TriangleAlert from "lucide-react/icons/triangle-alert";
import { SavedField } from "#app/components/admin/saved-field.tsx";
import { Input, Textarea } from "#app/components/ui/input.tsx";
import { useContentField } from "#app/features/site_content/editor.ts";
import type { SiteContent } from "#app/lib/database.types.ts";
import { labelFromKey } from "#app/lib/formats.ts";

/** Looks at a text beyond what the database asks: answers a note for the person, or undefined. */
export type CheckText = (row: SiteContent, text: string) => string | undefined;

const isJson = ({ content_key, content_type }: SiteContent) =>
  content_type === "json" || content_key === "fields_config";

/** Rule E-4: keys containing 'description', and what is stored as such, have several lines. */
const isMultiline = (row: SiteContent) =>
  row.content_type === "textarea" || row.content_key.includes("description") || isJson(row);

interface ContentFieldProps {
  row: SiteContent;
  /** what its section is called on the screen */
  section: string;
  check?: CheckText;
}

/** One text of the site, saved when the person leaves it. */
export function ContentField({ row, section, check }: ContentFieldProps) {
  const field = useContentField(row);
  const label = labelFromKey(row.content_key);
  const note = check?.(row, field.text);
  const control = {
    name: `${row.section_name}.${row.content_key}`,
    value: field.text,
    onValueChange: field.edit,
    onBlur: field.commit,
  };
  return (
    <SavedField
      field={field}
      label={label}
      section={section}
      description={note && <Note>{note}</Note>}
    >
      {isMultiline(row) ? (
        <Textarea
          {...control}
          rows={2}
          spellCheck={!isJson(row)}
          className={isJson(row) ? "!font-mono !text-xs/5" : undefined}
        />
      ) : (
        <Input {...control} inputMode={row.content_type === "url" ? "url" : undefined} />
      )}
    </SavedField>
  );
}

function Note({ children }: { children: string }) {
  return (
    <span className="flex items-start gap-1.5 text-sm text-warning">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </span>
  );
}
