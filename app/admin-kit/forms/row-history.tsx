import { type ComponentType, createContext, useContext } from "react";

/** One row, or one column of it, whose earlier versions can be looked at. */
export interface RowPlace {
  table: string;
  row: string;
  field?: string;
  /** what it is called beside the button */
  name: string;
  /** how a row's button looks among its neighbors */
  button?: { look: "secondary"; className: string };
}

/** The button that opens them; the shell's, because the history is no part of the kit. */
export const RowHistory = createContext<ComponentType<RowPlace> | undefined>(undefined);

export function Versions(place: RowPlace) {
  const Button = useContext(RowHistory);
  return Button && <Button {...place} />;
}
