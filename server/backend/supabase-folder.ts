import { join } from "node:path";

/** This program's supabase/ folder: migrations, seed and functions, in the CLI's layout. */
export const supabaseFolder = join(import.meta.dirname, "../../supabase");
