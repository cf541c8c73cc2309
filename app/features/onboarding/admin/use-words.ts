import { MESSAGES } from "#app/lib/errors/messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import * as saying from "../saying.ts";

/** Keeps demo content and undoes that, with a toast on failure. */
export function useWords() {
  const say = saying.useSaying(saying.say);
  const takeBack = saying.useSaying(saying.takeBack);
  return {
    pending: say.isPending || takeBack.isPending,
    say: (places: readonly string[], after?: () => void) =>
      say.mutate(places, {
        onSuccess: after,
        onError: (cause) => toast.failure(MESSAGES.onboarding.say(cause), cause),
      }),
    takeBack: (places: readonly string[]) =>
      takeBack.mutate(places, {
        onError: (cause) => toast.failure(MESSAGES.onboarding.takeBack(cause), cause),
      }),
  };
}
