import { useContext } from "react";
import { AfterSaveHere } from "#app/admin-kit/forms/after-save.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { usePrepared } from "./prepared.ts";

/** Reports a save, and that it isn't live yet if it went into a change set. */
export function useNotifySaved(): typeof toast.success {
  const prepared = usePrepared();
  const description = prepared?.takesScreen ? MESSAGES.waiting.inSet(prepared.set.name) : undefined;
  const after = useContext(AfterSaveHere);
  const action = after && !after.returns ? { label: after.label, onClick: after.go } : undefined;
  return (title, options) => toast.success(title, { description, action, ...options });
}
