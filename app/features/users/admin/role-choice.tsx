import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { ROLES, type Role, rolesFrom } from "../roles.ts";

interface RoleChoiceProps {
  value: Role;
  /** the signed-in person is an owner */
  isOwner: boolean;
  onValueChange: (role: Role) => void;
}

/** The roles that the signed-in person can give, with what the chosen one can do. */
export const RoleChoice = ({ value, isOwner, onValueChange }: RoleChoiceProps) => (
  <Field label="Role" description={<span aria-live="polite">{`Can ${ROLES[value].can}.`}</span>}>
    <NativeSelect
      choices={rolesFrom(isOwner).map((role) => ({ value: role, label: ROLES[role].name }))}
      value={value}
      onValueChange={onValueChange}
    />
  </Field>
);
