import { type ReactNode, useState } from "react";
import { useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import type { Progress, StepId } from "../rule/steps.ts";
import { useProgress } from "../use-progress.ts";
import type { LinkTo } from "./left-texts.tsx";
import { StepCard } from "./step-card.tsx";
import { Summary } from "./summary.tsx";

interface OnboardingScreenProps {
  /** each step's own fields, as far as they fit here */
  forms: Record<StepId, ReactNode>;
  /** links to where a text is edited */
  LinkTo: LinkTo;
}

/** Turns the demo company's site into the owner's, step by step; can be resumed at any time. */
export function OnboardingScreen({ forms, LinkTo }: OnboardingScreenProps) {
  const query = useProgress();
  const { data, error, isPending } = query;
  return (
    <div className="max-w-3xl">
      <PageHeader />
      {isPending && (
        <SkeletonList
          count={7}
          label="Checking for demo content…"
          itemClassName="h-16 first:h-36"
        />
      )}
      {error && <ErrorState message={MESSAGES.onboarding.load(error)} query={query} />}
      {data && <Walk progress={data} forms={forms} LinkTo={LinkTo} />}
    </div>
  );
}

const ADDRESS = { step: "" };
const NONE = "none";

function Walk({ progress, ...rest }: OnboardingScreenProps & { progress: Progress }) {
  const { steps } = progress;
  const [address, setAddress] = useUrlState(ADDRESS);
  // Resume at the first step that isn't done. It stays open once it is.
  const [first] = useState(() => steps.find(({ done }) => !done)?.id);
  const open = address.step || first;
  const nextOf = (at: number) =>
    [...steps.slice(at + 1), ...steps.slice(0, at)].find(({ done }) => !done)?.id;
  return (
    <div className="grid gap-6">
      <Summary progress={progress} />
      <ol className="grid gap-3">
        {steps.map((step, at) => (
          <StepCard
            key={step.id}
            step={step}
            open={step.id === open}
            onToggle={() => setAddress({ step: step.id === open ? NONE : step.id }, { push: true })}
            next={nextOf(at)}
            onNext={(next) => setAddress({ step: next }, { push: true })}
            form={rest.forms[step.id]}
            LinkTo={rest.LinkTo}
          />
        ))}
      </ol>
    </div>
  );
}
