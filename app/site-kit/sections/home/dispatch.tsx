import { type Content, place } from "#app/content/index.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** The marketplace's rule beside the company's promise, and when the clock of the promise runs. */
export function Dispatch({ dispatch }: { dispatch: Content<"home">["dispatch"] }) {
  if (!dispatch.promise_value.trim()) return null;
  const { title, note } = dispatch;
  const clocks = [
    {
      of: "rule",
      label: dispatch.rule_label,
      value: dispatch.rule_value,
      description: dispatch.rule_description,
      look: "text-ink-2",
    },
    {
      of: "promise",
      label: dispatch.promise_label,
      value: dispatch.promise_value,
      description: dispatch.promise_description,
      look: "text-brand-words",
    },
  ] as const;
  const stated = clocks.filter(({ value }) => value.trim());
  return (
    <section id="dispatch" className="border-b border-line bg-paper-2 py-14 lg:py-20">
      <div className="wrap grid gap-x-8 gap-y-8 lg:grid-cols-12">
        {title && (
          <h2 className="max-w-[9em] text-3xl lg:col-span-4" {...place(dispatch, "title")}>
            {unbroken(title)}
          </h2>
        )}
        <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] lg:col-span-8">
          {stated.map(({ of, label, value, description, look }) => (
            <div key={of} className="border-t-2 pt-5 [container-type:inline-size]">
              <dt className="code font-semibold" {...place(dispatch, `${of}_label`)}>
                {unbroken(label)}
              </dt>
              <dd
                {...place(dispatch, `${of}_value`)}
                className={`mt-4 font-display text-[length:min(3.2rem,12.5cqi)]/none font-bold tracking-[-0.04em] ${look}`}
              >
                {unbroken(value)}
              </dd>
              {description && (
                <dd
                  className="mt-4 max-w-[22em] text-ink-2"
                  {...place(dispatch, `${of}_description`)}
                >
                  {unbroken(description)}
                </dd>
              )}
            </div>
          ))}
        </dl>
        {note && (
          <p
            className="max-w-[44em] text-sm text-ink-2 lg:col-span-8 lg:col-start-5"
            {...place(dispatch, "note")}
          >
            {unbroken(note)}
          </p>
        )}
      </div>
    </section>
  );
}
