import type { ReactNode } from "react";
import { type Content, fixed, place } from "#app/content/index.ts";
import type { MonthField } from "#app/lib/domain/prices/month.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import type { Asked } from "../asked.ts";

const { estimateForm } = fixed;

interface MonthFormProps {
  words: Content<"pricing">["estimate"];
  asked: Asked;
}

/** The inputs of an estimate. The server responds at the same URL, which can be shared. */
export function MonthForm({ words, asked }: MonthFormProps) {
  const { small_label, mixed_label, large_label } = words;
  return (
    <form
      method="get"
      action="/pricing#estimate"
      noValidate
      aria-labelledby="estimate-title"
      className="month-form form-grid"
    >
      <Figure name="orders" asked={asked} />
      <Figure name="items" asked={asked} />
      {small_label && mixed_label && large_label && (
        <Choice name="size" legend={estimateForm.size} wide>
          <Answer asked={asked} name="size" value="small" at={place(words, "small_label")}>
            {small_label}
          </Answer>
          <Answer asked={asked} name="size" value="" at={place(words, "mixed_label")}>
            {mixed_label}
          </Answer>
          <Answer asked={asked} name="size" value="large" at={place(words, "large_label")}>
            {large_label}
          </Answer>
        </Choice>
      )}
      <Figure name="cubic_feet" asked={asked} />
      <Choice name="returns" legend={estimateForm.returns.label} error={asked.errors?.returns}>
        <Answer asked={asked} name="returns" value="yes">
          {estimateForm.returns.yes}
        </Answer>
        <Answer asked={asked} name="returns" value="no">
          {estimateForm.returns.no}
        </Answer>
      </Choice>
      <Figure name="cartons" asked={asked} />
      <Figure name="ounces" asked={asked} />
      <div className="wide bg-card p-5 sm:px-8">
        <button type="submit" className="button button-plain">
          <span>{estimateForm.count}</span>
        </button>
      </div>
    </form>
  );
}

type FigureName = Exclude<MonthField, "size" | "returns">;

/** A number with its hint, or its error. */
function Figure({ name, asked: { typed, errors } }: { name: FigureName; asked: Asked }) {
  const { label, help } = estimateForm[name];
  const error = errors?.[name];
  return (
    <div className="form-field" data-wrong={error ? true : undefined}>
      <label htmlFor={`estimate-${name}`}>{label}</label>
      <input
        id={`estimate-${name}`}
        name={name}
        defaultValue={typed[name]}
        inputMode={name === "orders" || name === "cartons" ? "numeric" : "decimal"}
        autoComplete="off"
        maxLength={40}
        aria-invalid={error ? true : undefined}
        aria-describedby={`estimate-${name}-help estimate-${name}-error`}
      />
      <p
        id={`estimate-${name}-help`}
        hidden={error !== undefined}
        className="mt-2 text-sm text-ink-2"
      >
        {unbroken(help)}
      </p>
      <Wrong name={name} error={error} />
    </div>
  );
}

interface ChoiceProps {
  name: "size" | "returns";
  legend: string;
  /** in a row of its own; any answer is valid */
  wide?: boolean;
  error?: string | undefined;
  children: ReactNode;
}

const Choice = ({ name, legend, wide, error, children }: ChoiceProps) => (
  <fieldset
    className={wide ? "form-field wide" : "form-field"}
    data-wrong={error ? true : undefined}
    aria-describedby={wide ? undefined : `estimate-${name}-error`}
  >
    <legend>{legend}</legend>
    <div className="flex flex-wrap gap-x-8">{children}</div>
    {!wide && <Wrong name={name} error={error} />}
  </fieldset>
);

interface AnswerProps {
  asked: Asked;
  name: "size" | "returns";
  value: string;
  at?: ReturnType<typeof place>;
  children: string;
}

const Answer = ({ asked: { typed }, name, value, at, children }: AnswerProps) => (
  <label className="flex min-h-11 items-center gap-3">
    <input
      type="radio"
      name={name}
      value={value}
      defaultChecked={typed[name] === value}
      className="size-5 flex-none"
    />
    <span {...at}>{children}</span>
  </label>
);

/** A figure's error, shown in place of its hint, so the layout doesn't shift. */
const Wrong = ({ name, error }: { name: MonthField; error: string | undefined }) => (
  <p
    id={`estimate-${name}-error`}
    hidden={!error}
    className="mt-2 text-sm font-semibold text-danger"
  >
    {error}
  </p>
);
