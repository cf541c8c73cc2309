import { type Content, items, place } from "#app/content/index.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";

/** The stops of a project, on a dashed route: across the page where it is wide, down it on a phone. */
export function SourcingProcess({ process }: { process: Content<"sourcing">["process"] }) {
  const steps = items(process, "step");
  if (steps.length === 0) return null;
  return (
    <section id="process" className="wrap py-20 lg:py-32">
      {process.title && (
        <h2 className="max-w-[11.5em] text-4xl" {...place(process, "title")}>
          {unbroken(process.title)}
        </h2>
      )}
      <ol className="process-steps not-first:mt-14 lg:not-first:mt-20">
        {steps.map((step, index) => (
          <li key={step.number}>
            <span className="step-number code" aria-hidden="true">
              {index + 1}
            </span>
            <h3 className="text-xl" {...place(step, "title")}>
              {unbroken(step.title)}
            </h3>
            <p className="mt-2 max-w-[23em] text-ink-2" {...place(step, "description")}>
              {unbroken(step.description)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
