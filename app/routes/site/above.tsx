import type { ComponentType } from "react";
import type { ServerContext } from "#contract/render-context.ts";

/** What a feature puts above every public page: its site/above.tsx reads its own data and shows it. */
interface Part {
  load(server: ServerContext): Promise<unknown>;
  default: ComponentType<{ data: unknown }>;
}
const parts = Object.entries(
  import.meta.glob<Part>("../../features/*/site/above.tsx", { eager: true }),
);

/** The data of each part. */
export const loadAbove = (server: ServerContext): Promise<unknown[]> =>
  Promise.all(parts.map(([, { load }]) => load(server)));

export const Above = ({ data }: { data: readonly unknown[] }) =>
  parts.map(([file, { default: Show }], place) => <Show key={file} data={data[place]} />);
