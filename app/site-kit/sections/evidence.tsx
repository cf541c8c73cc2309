import { text } from "#app/site-kit/text.ts";

/** Under a figure: its period and how it was counted. Nothing until staff write it. */
export const Evidence = <Figure extends { evidence: string }>({ of }: { of: Figure }) =>
  of.evidence.trim() && (
    <span className="mt-1 block text-sm opacity-85" {...text(of, "evidence")} />
  );
