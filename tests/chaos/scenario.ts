import type { Result } from "./report.ts";

export interface Options {
  seed: number;
  /** defaults to the scenario's own number */
  rounds?: number | undefined;
}

export type Scenario = (options: Options) => Promise<Omit<Result, "scenario">>;
