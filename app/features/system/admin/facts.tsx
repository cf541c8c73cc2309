import type { ReactNode } from "react";

/** A list of facts: name and value. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line text-sm">{children}</dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 px-5 py-2.5">
    <dt className="text-ink-2">{name}</dt>
    <dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
  </div>
);
