import { type ComponentType, createContext, type ReactNode, useContext } from "react";

/** A field whose text can contain placeholders. */
export interface InsertPlace {
  /** the control's name */
  name: string;
  /** tells its picker apart from others on the screen; omitted when there is only one */
  label?: string;
  text: string;
  onValueChange: (text: string) => void;
}

/** Inserts placeholders and previews them. The shell provides it: the kit doesn't know prices. */
export interface TextInserts {
  Picker: ComponentType<InsertPlace>;
  Reading: ComponentType<{ text: string }>;
}

export const TextInsertsHere = createContext<TextInserts | undefined>(undefined);

/** A field's insert picker. Renders nothing until `isShown`: a screen may have a hundred fields. */
export function InsertPicker({ isShown = true, ...place }: InsertPlace & { isShown?: boolean }) {
  const inserts = useContext(TextInsertsHere);
  return inserts && isShown && <inserts.Picker {...place} />;
}

function InsertReading({ text }: { text: string }) {
  const inserts = useContext(TextInsertsHere);
  return inserts && <inserts.Reading text={text} />;
}

/** The field's description, plus a preview of its placeholders if it has any. */
export const withReading = (description: ReactNode, text: string): ReactNode =>
  text.includes("{") ? (
    <>
      {description}
      <InsertReading text={text} />
    </>
  ) : (
    description
  );
