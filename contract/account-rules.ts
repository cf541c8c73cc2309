/** The shortest password that the backend accepts; Supabase's is in supabase/config.toml. */
export const MIN_PASSWORD_LENGTH = 6;

/** The minimum for people with a role or an invitation (rule A-10); common passwords are refused as well. */
export const MIN_TEAM_PASSWORD_LENGTH = 10;

/** The longest name of a person, in characters (rule A-9). */
export const MAX_NAME_LENGTH = 100;
