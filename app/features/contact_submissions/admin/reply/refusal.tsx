import { useEffect, useRef } from "react";
import type { Lead } from "#app/lib/data/database.types.ts";
import { Notice } from "#app/ui/display/states.tsx";

/** Why this lead can't be answered; undefined when it can. */
export const refusalOf = (row: Lead) => {
  if (row.deleted_at) return "This lead is in the trash. Restore it to reply.";
  if (row.spam_reason) return "This lead is marked as spam. Mark it as not spam to reply.";
  return undefined;
};

/** Takes the focus as the editor would: "Reply" may be far above it. */
export function Refusal({ asked, children }: { asked: boolean; children: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked) box.current?.focus();
  }, [asked]);
  return (
    <div ref={box} tabIndex={-1} data-reply-text>
      <Notice>{children}</Notice>
    </div>
  );
}
