import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { firstScreenIsThere } from "#app/ui/soon.ts";

/** A question without an answer does not keep back for ever what waits for the first screen. */
const LONGEST_MS = 5_000;

/** Stands behind a screen and says when what that has asked at once is answered. */
export function FirstScreen() {
  const client = useQueryClient();
  useEffect(() => {
    const cache = client.getQueryCache();
    const look = () => client.isFetching() === 0 && firstScreenIsThere();
    const timer = setTimeout(firstScreenIsThere, LONGEST_MS);
    const stop = cache.subscribe(look);
    look();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
  return null;
}
