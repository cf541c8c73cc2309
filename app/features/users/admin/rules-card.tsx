import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { ROLES } from "../roles.ts";

interface RulesCardProps<Rule> {
  title: string;
  /** what the rules are for */
  about: string;
  query: UseQueryResult<Rule[]>;
  /** says why loading failed */
  explain: (cause: unknown) => string;
  /** whether the rule applies, so that it is listed even if nobody has the role */
  applies: (rule: Rule) => boolean;
  stateOf: (rule: Rule) => string;
  /** the button that opens the dialog */
  change: string;
  onChange: () => void;
  /** the dialog */
  children: (rules: Rule[]) => ReactNode;
}

/** A rule for each role, and a button to change them. */
export const RulesCard = <Rule extends { role: keyof typeof ROLES; people: number }>({
  title,
  about,
  query,
  explain,
  applies,
  stateOf,
  change,
  onChange,
  children,
}: RulesCardProps<Rule>) => (
  <Card className="mt-6">
    <CardHeader
      title={title}
      aside={
        <Button size="sm" disabled={!query.data} onClick={onChange}>
          {change}
        </Button>
      }
    />
    <p className="border-b border-line px-5 py-3 text-sm text-ink-2">{about}</p>
    <ListStates
      query={query}
      explain={explain}
      loading={<SkeletonList count={2} label="Loading the rules…" itemClassName="h-8" />}
    >
      {(rules) => (
        <>
          <ul aria-label={title} className="grid gap-1 px-5 py-3 text-sm">
            {rules
              .filter((rule) => rule.people > 0 || applies(rule))
              .map((rule) => (
                <li key={rule.role} className="flex flex-wrap justify-between gap-x-4">
                  <span className="font-medium">{ROLES[rule.role].name}</span>
                  <span className="text-ink-2">{stateOf(rule)}</span>
                </li>
              ))}
          </ul>
          {children(rules)}
        </>
      )}
    </ListStates>
  </Card>
);
