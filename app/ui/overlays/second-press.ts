/**
 * Whether an event is the second press of a double click. The first has opened what lies under the
 * pointer now, or in front of it; the second is not meant for that, and must not close it.
 */
export const isSecondPress = (event: Event): boolean =>
  event instanceof MouseEvent && event.detail > 1;
