/**
 * Replaces @supabase/realtime-js in the browser (vite.config.ts), which saves 14 KB of script. The
 * product uses no live channels, and supabase-js has no option to leave them out.
 */
export class RealtimeClient {
  /** supabase-js calls it with every new access token. */
  setAuth(): void {}

  channel(): never {
    throw new Error("This build has no live channels: see app/lib/data/client/no-realtime.ts.");
  }
}
