import { text } from "./text.ts";

/** A section's title on the left, with its description set lower on the right. */
export function SectionHead({ of }: { of: { title: string; description: string } }) {
  if (!of.title && !of.description) return null;
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-12 lg:items-end">
      {of.title && <h2 className="max-w-[11.5em] text-4xl lg:col-span-7" {...text(of, "title")} />}
      {of.description && (
        <p
          className="max-w-[26.5em] text-lg text-ink-2 lg:col-span-5 lg:pb-1.5"
          {...text(of, "description")}
        />
      )}
    </div>
  );
}
