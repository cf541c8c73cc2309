import { type ComponentType, createContext, type ReactNode, useContext } from "react";

/** A field into whose text something can be put that is read elsewhere. */
export interface InsertPlace {
  /** its control's name */
  name: string;
  /** what tells its picker from others on the screen; left out where there is one alone */
  label?: string;
  text: string;
  onValueChange: (text: string) => void;
}

/** What may be put into texts, and how it is read there; the shell's, because the kit knows no prices. */
export interface TextInserts {
  Picker: ComponentType<InsertPlace>;
  Reading: ComponentType<{ text: string }>;
}

export const TextInsertsHere = createContext<TextInserts | undefined>(undefined);

/** The small picker at a field; nothing where it is not wanted yet: a screen may have a hundred fields. */
export function InsertPicker({ wanted = true, ...place }: InsertPlace & { wanted?: boolean }) {
  const inserts = useContext(TextInsertsHere);
  return inserts && wanted && <inserts.Picker {...place} />;
}

function InsertReading({ text }: { text: string }) {
  const inserts = useContext(TextInsertsHere);
  return inserts && <inserts.Reading text={text} />;
}

/** What stands under a field, and how visitors read what was put into its text, if anything was. */
export const withReading = (description: ReactNode, text: string): ReactNode =>
  text.includes("{") ? (
    <>
      {description}
      <InsertReading text={text} />
    </>
  ) : (
    description
  );
