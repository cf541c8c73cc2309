/**
 * Whether an event is the second click of a double click. The first click opened something under
 * the pointer. The second must not close it again.
 */
export const isSecondPress = (event: Event): boolean =>
  event instanceof MouseEvent && event.detail > 1;
