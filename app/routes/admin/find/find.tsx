import { FindDialog } from "#app/features/find/find-dialog.tsx";
import type { Result } from "#app/features/find/result.ts";
import { resources } from "#app/features/resources.ts";
import { navigationOf } from "../navigation.ts";
import { resultsOf } from "./places.ts";

export interface FindProps {
  open: boolean;
  onClose: () => void;
}

const screens: Result[] = navigationOf(resources).map(({ to, label }) => ({
  key: to,
  kind: "Screen",
  title: label,
  to,
}));

/** "Find anything" with the places of this admin. */
export const Find = (props: FindProps) => <FindDialog {...props} {...{ screens, resultsOf }} />;
