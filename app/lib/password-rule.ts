/** The shortest password that the backend takes (supabase/config.toml says the same to Supabase). */
export const MIN_PASSWORD_LENGTH = 6;
