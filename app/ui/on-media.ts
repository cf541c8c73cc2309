/** Subscribes to a media query, for useSyncExternalStore. */
export const onMedia = (query: string) => (listener: () => void) => {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
};
