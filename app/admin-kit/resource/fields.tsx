import { TextField } from "#app/admin-kit/forms/form-fields.tsx";
import { SwitchField } from "#app/admin-kit/forms/switch-field.tsx";
import type { FormApi } from "#app/admin-kit/forms/use-form.ts";

interface PlacingFieldsProps {
  form: FormApi<{ display_order: string; is_active: boolean }>;
  /** false where a new item's position is obvious */
  order?: boolean;
  /** what "Active" does, where visitors don't see the items */
  active?: string;
}

/** An item's position and visibility: the same in every managed list. */
export const PlacingFields = ({
  form,
  order = true,
  active = "Only active items are visible to visitors.",
}: PlacingFieldsProps) => (
  <>
    {order && (
      <TextField
        form={form}
        name="display_order"
        label="Display order"
        description="Lower numbers come first."
        type="number"
        min={0}
      />
    )}
    <SwitchField form={form} name="is_active" label="Active" description={active} />
  </>
);
