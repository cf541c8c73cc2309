/**
 * Takes the place of @supabase/realtime-js in the browser (vite.config.ts). The product opens no live
 * channels, and the client can't be told to leave them out: 14 KB of script stay at home this way.
 */
export class RealtimeClient {
  /** supabase-js hands every new access token on to it. */
  setAuth(): void {}

  channel(): never {
    throw new Error("This build has no live channels: see app/lib/data/client/no-realtime.ts.");
  }
}
