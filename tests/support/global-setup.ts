import type { TestProject } from "vitest/node";
import { startTestCluster } from "./cluster.ts";

/** One database server for the whole run, if any of it asks for one; each test file clones the databases it needs. */
export default async function setup(project: TestProject) {
  if (!project.vitest.projects.some(({ name }) => name.startsWith("db"))) return;
  const cluster = await startTestCluster();
  project.provide("clusterUrl", cluster.url);
  return cluster.stop;
}

declare module "vitest" {
  export interface ProvidedContext {
    clusterUrl: string;
  }
}
