export interface Bad {
  method?: string;
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** who sends it; the admin gets past the policies and meets what lies behind them */
  as?: "visitor" | "admin";
}
