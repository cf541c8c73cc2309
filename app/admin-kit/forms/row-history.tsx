import { type ComponentType, createContext, useContext } from "react";

/** A row, or one of its columns, with earlier versions. */
export interface RowPlace {
  table: string;
  row: string;
  field?: string;
  /** its name in the button's label */
  name: string;
  /** the look of the button when it is next to others */
  button?: { look: "secondary"; className: string };
}

/** The button that opens the versions. The shell provides it: the history isn't part of the kit. */
export const RowHistory = createContext<ComponentType<RowPlace> | undefined>(undefined);

export function Versions(place: RowPlace) {
  const Button = useContext(RowHistory);
  return Button && <Button {...place} />;
}
