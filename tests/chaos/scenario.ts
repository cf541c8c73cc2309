import type { Result } from "./report.ts";

export interface Options {
  seed: number;
  /** left out: as many as the scenario thinks right */
  rounds?: number | undefined;
}

export type Scenario = (options: Options) => Promise<Omit<Result, "scenario">>;
