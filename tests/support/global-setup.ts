import type { TestProject } from "vitest/node";
import { openRunFolder } from "../../scripts/run-folder.mjs";
import { startTestCluster } from "./cluster.ts";

/**
 * Creates one temporary folder for the whole run, and one database server if any project needs it; each test
 * file clones the databases that it needs.
 */
export default async function setup(project: TestProject) {
  const run = openRunFolder();
  if (!project.vitest.projects.some(({ name }) => name.startsWith("db"))) return run.close;
  const cluster = await startTestCluster();
  project.provide("clusterUrl", cluster.url);
  return async () => {
    await cluster.stop();
    run.close();
  };
}

declare module "vitest" {
  export interface ProvidedContext {
    clusterUrl: string;
  }
}
