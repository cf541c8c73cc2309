import { MIN_TEAM_PASSWORD_LENGTH } from "#contract/password-rule.ts";
import { findUser, isOnTeam } from "#server/backend/auth/users.ts";
import type { Query } from "#server/backend/postgres/pool.ts";
import { refuseCommon } from "./index.ts";

/**
 * Refuses a common password that an admin sets for someone with a role (rule A-10). The database, which
 * refuses a short one, has no list of common ones.
 */
export const refuseForOthers =
  (query: Query) =>
  async (userId: string, password: string): Promise<void> => {
    if (password.length < MIN_TEAM_PASSWORD_LENGTH || !(await isOnTeam(query, userId))) return;
    const user = await findUser(query, { id: userId });
    if (user) await refuseCommon(password, user.email);
  };
