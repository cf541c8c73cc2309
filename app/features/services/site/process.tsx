import { type Content, items } from "#app/content/index.ts";
import { StepPicture } from "#app/site-kit/illustrations/services.tsx";
import { SectionHead } from "#app/site-kit/section-head.tsx";
import { text } from "#app/site-kit/text.ts";

/** The step about integrations, to which the footer links. */
const SYNC = 3;

/** An order's steps on a conveyor belt: horizontal on wide screens, vertical on a phone. */
export function Process({ process }: { process: Content<"services">["process"] }) {
  const steps = items(process, "step");
  if (steps.length === 0) return null;
  return (
    <section id="process" className="overflow-hidden bg-paper-2 py-14 sm:py-20 lg:py-32">
      <div className="wrap">
        <SectionHead of={process} />
        <ol className="process-steps not-first:mt-14 lg:not-first:mt-20">
          {steps.map((step, index) => (
            <li key={step.number} id={step.number === SYNC ? "integrations" : undefined}>
              <StepPicture number={step.number} className="step-picture w-30 lg:w-36" />
              <div className="step-words">
                <div className="flex items-baseline gap-3">
                  <span className="code flex-none text-ink-2" aria-hidden="true">
                    {index + 1}
                  </span>
                  <h3 className="text-xl" {...text(step, "title")} />
                </div>
                <p
                  className="mt-2 max-w-[25.5em] text-sm text-ink-2 md:max-xl:text-base"
                  {...text(step, "description")}
                />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
