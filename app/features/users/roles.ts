import { accessOf, type Right } from "#app/lib/access/access.ts";
import { ROLES, type Role, roleOf } from "#supabase/functions/_shared/roles.ts";

export { ROLES, type Role, roleOf };

const LIMITED: readonly Role[] = ["admin", "editor", "sales", "editor,sales"];

/** The roles that an admin can give. Only an owner makes owners. */
export const rolesFrom = (isOwner: boolean): readonly Role[] =>
  isOwner ? ["owner", ...LIMITED] : LIMITED;

/**
 * What a new role ends: the same as the database's trigger `revoke_what_is_left`.
 * @param own it is the signed-in person's own account
 */
export function lossesOf(was: Role, next: Role, own: boolean): string[] {
  const [before, after] = [accessOf(was.split(",")), accessOf(next.split(","))];
  const loses = (right: Right) => before[right] && !after[right];
  const whose = own ? "Your" : "Their";
  return [
    own && loses("administer") && "You'll lose access to users and settings right away.",
    was === "owner" &&
      next !== was &&
      `${own ? "You" : "They"} can no longer make or remove owners.`,
    loses("administer") && `${whose} open invitations are revoked. ${whose} webhooks stay on.`,
    loses("editContent") &&
      `${whose} preview links are revoked, and ${whose.toLowerCase()} schedules stop.`,
    loses("handleLeads") &&
      `${whose} leads will have no owner, and lead emails to ${own ? "you" : "them"} stop.`,
  ].filter((line) => line !== false);
}
