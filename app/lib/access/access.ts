import { ROLES, roleOf } from "#supabase/functions/_shared/roles.ts";

/** What the database asks of a person's roles: private.may_administer() and its like. */
export type Right = "administer" | "editContent" | "handleLeads";

/** What a person may use. It only decides what is shown: the database refuses the rest. */
export interface Access extends Readonly<Record<Right, boolean>> {
  /** the role's name: "Editor and Sales" */
  role: string;
}

/** The query key of what the signed-in person may use. */
export const ACCESS = "is_admin_user";

/** @param roles as my_roles lists them */
export function accessOf(roles: readonly string[]): Access {
  const role = roleOf(roles);
  const administer = role === "owner" || role === "admin";
  return {
    administer,
    editContent: administer || roles.includes("editor"),
    handleLeads: administer || roles.includes("sales"),
    role: role ? ROLES[role].name : "",
  };
}

/** Whether the person has one of the rights. */
export const mayUse = (access: Access, needs: readonly Right[]): boolean =>
  needs.some((right) => access[right]);
