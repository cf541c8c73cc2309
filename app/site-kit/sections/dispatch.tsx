import { type Content, fixed, place } from "#app/content/index.ts";
import { type DispatchClock, HOURS } from "#app/lib/domain/dispatch/clock.ts";
import { text } from "#app/site-kit/text.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";

const { dispatchForm } = fixed;

type Words = Content<"home">["dispatch"];

interface DispatchProps {
  dispatch: Words;
  /** undefined while the settings allow none */
  clock: DispatchClock | undefined;
}

/** The marketplace's rule and the company's promise, and when an order leaves by both (rules V-5, V-24). */
export function Dispatch({ dispatch, clock }: DispatchProps) {
  if (!dispatch.promise_value.trim()) return null;
  const { title, note } = dispatch;
  return (
    <section id="dispatch" className="border-b border-line bg-paper-2 py-14 lg:py-20">
      <div className="wrap grid gap-x-8 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-4">
          {title && <h2 className="max-w-[9em] text-3xl" {...text(dispatch, "title")} />}
          {clock && dispatch.clock_description && (
            <p
              className="mt-6 max-w-[26em] text-lg text-ink-2"
              {...place(dispatch, "clock_description")}
            >
              {withTimes(dispatch.clock_description, clock)}
            </p>
          )}
        </div>
        <div className="lg:col-span-8">
          {clock && <Clock dispatch={dispatch} clock={clock} />}
          <Figures dispatch={dispatch} isLarge={!clock} />
          {note && (
            <p className="mt-8 max-w-[60em] text-sm text-ink-2" {...text(dispatch, "note")} />
          )}
        </div>
      </div>
    </section>
  );
}

/** "Orders in by {cutoff}" as visitors read it. */
const withTimes = (words: string, { cutoff, pickup }: DispatchClock) =>
  words.replaceAll("{cutoff}", cutoff).replaceAll("{pickup}", pickup);

/**
 * One order on its way: the server answers the form at the same address, and app/enhance/dispatch.ts updates the same
 * elements.
 */
function Clock({ dispatch, clock }: { dispatch: Words; clock: DispatchClock }) {
  const { rows, days, shown, row } = clock;
  const [, , cutoff, truck, deadline] = row;
  const points = [
    ["cutoff_label", cutoff, "text-ink"],
    ["truck_label", truck, "text-brand-words"],
    ["deadline_label", deadline, "text-ink-2"],
  ] as const;
  return (
    <div className="card card-framed mb-10" data-clock={JSON.stringify(rows)}>
      <div className="dispatch-clock">
        <form
          method="get"
          action="/#dispatch"
          aria-label={dispatchForm.name}
          className="form-grid dispatch-form"
        >
          <div className="form-field">
            <label htmlFor="dispatch-day">{dispatchForm.day}</label>
            <select id="dispatch-day" name="day" defaultValue={shown.day} autoComplete="off">
              {days.map(({ day, name }) => (
                <option key={day} value={day}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div className="form-field">
            <label htmlFor="dispatch-hour">{`${dispatchForm.hour} (${clock.zone})`}</label>
            <select id="dispatch-hour" name="hour" defaultValue={shown.hour} autoComplete="off">
              {HOURS.map((name, hour) => (
                <option key={name} value={hour}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div className="flex items-center bg-card px-5 py-4">
            <button type="submit" className="button button-plain">
              <span>{dispatchForm.show}</span>
            </button>
          </div>
        </form>
        <div role="status" className="dispatch-way border-t-2">
          <ol>
            {points.map(([label, [day, time], look]) => (
              <li key={label}>
                <p className="code font-semibold" {...place(dispatch, label)}>
                  {unbroken(dispatch[label])}
                </p>
                <p data-point className="mt-1">
                  {day}
                </p>
                <p data-point className={`font-display leading-tight font-bold ${look}`}>
                  {time}
                </p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </div>
  );
}

/** What both count in. Next to the clock they are smaller: the times matter more. */
function Figures({ dispatch, isLarge }: { dispatch: Words; isLarge: boolean }) {
  const figures = [
    { of: "rule", look: "text-ink-2" },
    { of: "promise", look: "text-brand-words" },
  ] as const;
  const stated = figures.filter(({ of }) => dispatch[`${of}_value`].trim());
  const size = isLarge
    ? "text-[length:min(3.2rem,12.5cqi)]/none tracking-[-0.04em]"
    : "text-2xl/tight";
  return (
    <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))]">
      {stated.map(({ of, look }) => (
        <div key={of} className="border-t-2 pt-5 [container-type:inline-size]">
          <dt className="code font-semibold" {...text(dispatch, `${of}_label`)} />
          <dd
            className={`mt-3 font-display font-bold ${size} ${look}`}
            {...text(dispatch, `${of}_value`)}
          />
          {dispatch[`${of}_description`] && (
            <dd
              className="mt-3 max-w-[22em] text-balance text-ink-2"
              {...text(dispatch, `${of}_description`)}
            />
          )}
        </div>
      ))}
    </dl>
  );
}
