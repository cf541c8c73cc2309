import type { AdminUser } from "#app/lib/data/database.types.ts";

/** What the screen calls a person: their name, or else their email address. */
export const nameOf = ({ full_name, email }: Pick<AdminUser, "full_name" | "email">): string =>
  full_name?.trim() || email;
