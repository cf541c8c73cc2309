import type { ReactNode } from "react";
import { type ContactField, type ContactFieldName, fixed } from "#app/content/index.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";
import type { ContactEntries } from "../entries.ts";

const AUTOCOMPLETE: Partial<Record<ContactFieldName, string>> = {
  name: "name",
  email: "email",
  business_name: "organization",
};

interface FieldProps {
  field: ContactField;
  /** initial values */
  entries: ContactEntries | undefined;
  error: string | undefined;
  /** it can't be changed: the form is being sent */
  inert: boolean;
  /** it is the first invalid field after a submit without JavaScript */
  autoFocus: boolean;
  /** below the input: a question about the typed value */
  question?: ReactNode;
}

/** One field of the form: its label, its input and its error. */
export function Field({ field, entries, error, inert, autoFocus, question }: FieldProps) {
  const { name, label, help, required, choices } = field;
  const described = [help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(" ");
  const common = {
    autoFocus,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
  };
  const notes = (
    <>
      {help && (
        <p id={`${name}-help`} className="mt-1 text-sm text-ink-2">
          {unbroken(help)}
        </p>
      )}
      {error && (
        <p id={`${name}-error`} className="mt-1 font-semibold text-danger">
          {error}
        </p>
      )}
    </>
  );
  const words = (
    <>
      {unbroken(label)}
      {!required && <span className="font-normal"> ({fixed.contactPage.optional})</span>}
    </>
  );
  const wide = name === "platforms" || name === "message" ? "min-[40rem]:col-span-2" : "";

  if (name === "platforms")
    return (
      <fieldset
        inert={inert}
        className={`form-field ${wide}`}
        data-wrong={error ? true : undefined}
        aria-describedby={described || undefined}
      >
        <legend>{words}</legend>
        <div className="mt-2 flex flex-wrap gap-x-5 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]">
          {choices?.map(({ value, label: choice }, index) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name={name}
                value={value}
                defaultChecked={entries?.platforms.includes(value)}
                className="size-5 flex-none"
                {...(index === 0 && common)}
              />
              <span>{unbroken(choice)}</span>
            </label>
          ))}
        </div>
        {notes}
      </fieldset>
    );

  return (
    <div inert={inert} className={`form-field ${wide}`} data-wrong={error ? true : undefined}>
      <label htmlFor={`contact-${name}`}>{words}</label>
      <Control field={field} value={entries?.[name] ?? ""} common={common} />
      {question}
      {notes}
    </div>
  );
}

interface ControlProps {
  field: ContactField;
  value: string;
  common: object;
}

function Control({ field: { name, placeholder, required, choices }, value, common }: ControlProps) {
  const attributes = { id: `contact-${name}`, name, required, defaultValue: value, ...common };
  if (choices)
    return (
      <select {...attributes}>
        <option value="">{placeholder}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  if (name === "message") return <textarea rows={4} placeholder={placeholder} {...attributes} />;
  return (
    <input
      type={name === "email" ? "email" : "text"}
      autoComplete={AUTOCOMPLETE[name]}
      placeholder={placeholder}
      {...attributes}
    />
  );
}
