import type { ReactNode } from "react";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";

interface SampleCardProps {
  title: string;
  children: ReactNode;
}

/** A card of the SEO tools. None of the data is measured, and each card says so. */
export const SampleCard = ({ title, children }: SampleCardProps) => (
  <Card>
    <CardHeader title={title} aside={<Badge>Sample data</Badge>} />
    <div className="px-5 py-4">{children}</div>
  </Card>
);
