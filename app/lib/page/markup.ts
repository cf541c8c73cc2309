import { createContext, type ReactElement } from "react";

/** Makes markup of an element once and for all; null in the browser, which has no need of it. */
export const MarkupContext = createContext<((element: ReactElement) => string) | null>(null);
