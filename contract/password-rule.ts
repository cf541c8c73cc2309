/** The shortest password that the backend accepts; Supabase's is in supabase/config.toml. */
export const MIN_PASSWORD_LENGTH = 6;

/** The minimum for invited admins; common passwords are refused as well. */
export const MIN_INVITED_PASSWORD_LENGTH = 10;
