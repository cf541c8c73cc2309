import type { ReactNode } from "react";
import { authorProblem } from "#app/lib/text/authoring.ts";
import { Note } from "./note.tsx";

/** A field's description, with a note below it if its alt text or link text can be better. */
export function withAuthorNote(name: string, text: string, description: ReactNode): ReactNode {
  const problem = authorProblem(name, text);
  if (!problem) return description;
  return (
    <>
      {description}
      <Note>{problem}</Note>
    </>
  );
}
