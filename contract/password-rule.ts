/** The shortest password that the backend takes (supabase/config.toml says the same to Supabase). */
export const MIN_PASSWORD_LENGTH = 6;

/** The shortest that an invited admin may choose; well-known ones are refused besides. */
export const MIN_INVITED_PASSWORD_LENGTH = 10;
