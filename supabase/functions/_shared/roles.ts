/**
 * The roles that a person can have, with what each can do: "Can edit…", "You can edit…". The keys are the database's
 * roles, joined. It is here because Supabase deploys this folder alone.
 */
export const ROLES = {
  owner: { name: "Owner", can: "do everything, and add or remove other owners" },
  admin: {
    name: "Admin",
    can: "see and change everything: text, prices, leads, settings and users",
  },
  editor: {
    name: "Editor",
    can: "edit text, prices, lists and images, but can't see leads or users",
  },
  sales: { name: "Sales", can: "see and reply to leads, but can't edit the site" },
  "editor,sales": {
    name: "Editor and Sales",
    can: "edit text, prices, lists and images, and see and reply to leads",
  },
};

export type Role = keyof typeof ROLES;

/** The role that the database's list stands for; undefined for people without one. */
export function roleOf(roles: readonly string[] | null): Role | undefined {
  const role = roles?.join(",") ?? "";
  return Object.hasOwn(ROLES, role) ? (role as Role) : undefined;
}
