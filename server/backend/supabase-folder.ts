import { join } from "node:path";

/** supabase/ of this program: migrations, seed and functions, as the Supabase CLI lays them out. */
export const supabaseFolder = join(import.meta.dirname, "../../supabase");
