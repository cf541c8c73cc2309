import { fixed } from "#app/content/index.ts";
import type { Month } from "#app/lib/domain/prices/month.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import type { Asked } from "../asked.ts";

const { estimateForm } = fixed;
const NUMBERS = ["orders", "items", "cubic_feet"] as const;

/** The four inputs of an estimate. The server responds at the same URL, which can be shared. */
export function MonthForm({ asked: { typed, errors } }: { asked: Asked }) {
  return (
    <form
      method="get"
      action="/pricing#estimate"
      noValidate
      aria-labelledby="estimate-title"
      className="form-grid sm:grid-cols-2 lg:grid-cols-1 lg:grid-rows-[repeat(4,auto)_1fr]"
    >
      {NUMBERS.map((name) => (
        <div key={name} className="form-field" data-wrong={errors?.[name] ? true : undefined}>
          <label htmlFor={`estimate-${name}`}>{estimateForm[name].label}</label>
          <input
            id={`estimate-${name}`}
            name={name}
            defaultValue={typed[name]}
            inputMode={name === "orders" ? "numeric" : "decimal"}
            autoComplete="off"
            maxLength={40}
            aria-invalid={errors?.[name] ? true : undefined}
            aria-describedby={`estimate-${name}-help estimate-${name}-error`}
          />
          <p
            id={`estimate-${name}-help`}
            hidden={errors?.[name] !== undefined}
            className="mt-2 text-sm text-ink-2"
          >
            {unbroken(estimateForm[name].help)}
          </p>
          <Wrong name={name} error={errors?.[name]} />
        </div>
      ))}
      <fieldset
        className="form-field"
        data-wrong={errors?.returns ? true : undefined}
        aria-describedby="estimate-returns-error"
      >
        <legend>{estimateForm.returns.label}</legend>
        <div className="flex flex-wrap gap-x-8">
          {(["yes", "no"] as const).map((answer) => (
            <label key={answer} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="returns"
                value={answer}
                defaultChecked={typed.returns === answer}
                className="size-5 flex-none"
              />
              <span>{estimateForm.returns[answer]}</span>
            </label>
          ))}
        </div>
        <Wrong name="returns" error={errors?.returns} />
      </fieldset>
      <div className="rounded-none bg-card p-5 sm:col-span-2 sm:px-8 lg:col-span-1 lg:rounded-bl-sm">
        <button type="submit" className="button button-plain">
          <span>{estimateForm.count}</span>
        </button>
      </div>
    </form>
  );
}

/** A figure's error, shown in place of its hint, so the layout doesn't shift. */
const Wrong = ({ name, error }: { name: keyof Month; error: string | undefined }) => (
  <p
    id={`estimate-${name}-error`}
    hidden={!error}
    className="mt-2 text-sm font-semibold text-danger"
  >
    {error}
  </p>
);
