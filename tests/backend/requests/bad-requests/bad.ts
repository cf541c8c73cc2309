export interface Bad {
  method?: string;
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** the sender; the admin passes the policies and reaches the checks behind them */
  as?: "visitor" | "admin";
}
