import { type ReactNode, useEffect } from "react";
import { Mark } from "#app/admin-kit/shell/mark.tsx";
import { reportFirstScreen } from "#app/ui/prefetch.ts";

/** The centered card for sign-in and for emailed links. */
export function AuthCard({ children }: { children: ReactNode }) {
  useEffect(reportFirstScreen, []);
  return (
    <div className="grid min-h-dvh place-items-center px-4 py-10">
      <main className="w-full max-w-sm overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
        <header className="flex items-center gap-3.5 bg-brand-night px-6 py-5 text-white">
          <Mark className="size-9 shrink-0" />
          <div>
            <h1 className="font-display text-xl/7 font-semibold">Admin</h1>
            <p className="text-sm text-white/80">Content Management System</p>
          </div>
        </header>
        <div aria-hidden className="barcode h-3 border-b border-line" />
        <div className="grid gap-5 p-6">{children}</div>
        <p className="divided px-6 py-3 text-center text-sm">
          <a href="/" className="underline">
            Back to the website
          </a>
        </p>
      </main>
    </div>
  );
}
