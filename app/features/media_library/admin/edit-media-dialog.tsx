import { useQueryClient } from "@tanstack/react-query";
import { EditDialog } from "#app/admin-kit/dialogs/edit-dialog.tsx";
import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { SwitchField } from "#app/admin-kit/forms/switch-field.tsx";
import type { MediaFile } from "#app/lib/data/database.types.ts";
import { MEDIA_MESSAGES } from "#app/lib/errors/media-messages.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { freshUrlOf, kindOf } from "../files.ts";
import { mediaLibrary, saveDetails } from "../queries.ts";
import { DECORATIVE, draftOf, MEDIA_LABELS, mediaDetails } from "../schema.ts";
import { Thumbnail } from "./thumbnail.tsx";

interface EditMediaDialogProps {
  file: MediaFile | undefined;
  open: boolean;
  onClose: () => void;
}

/** Edits alt text and caption, or says that the image is decorative; the name from the upload stays. */
export function EditMediaDialog({ file, open, onClose }: EditMediaDialogProps) {
  const client = useQueryClient();
  if (!file) return null;
  const isImage = kindOf(file.mime_type) === "image";
  return (
    <EditDialog
      open={open}
      row={file}
      title="Edit file"
      table={mediaLibrary.name}
      draftOf={draftOf}
      schema={mediaDetails}
      labels={MEDIA_LABELS}
      fields={(form) => (
        <>
          <a
            href={freshUrlOf(file)}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${file.original_filename} in a new tab`}
            className="block overflow-hidden rounded-md border border-line"
          >
            <Thumbnail file={file} sizes="32rem" className="h-40 sm:h-52" />
          </a>
          <Field label="Filename">
            <Input readOnly value={file.original_filename} />
          </Field>
          {isImage && (
            <SwitchField
              form={form}
              name="is_decorative"
              label={MEDIA_LABELS.is_decorative}
              description={DECORATIVE}
            />
          )}
          {!form.values.is_decorative && (
            <TextField
              form={form}
              name="alt_text"
              label={MEDIA_LABELS.alt_text}
              description={
                isImage
                  ? "Describe the image in one sentence, for people who can't see it."
                  : undefined
              }
              rows={2}
            />
          )}
          <TextField form={form} name="caption" label={MEDIA_LABELS.caption} rows={2} />
        </>
      )}
      save={async (details, seen) => {
        const stored = await saveDetails(seen ?? file, details);
        toast.success(MEDIA_MESSAGES.updated);
        await client.invalidateQueries({ queryKey: [mediaLibrary.name] });
        return stored;
      }}
      explain={() => MEDIA_MESSAGES.updateFailed}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}
