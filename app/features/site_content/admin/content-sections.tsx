import ExternalLink from "lucide-react/icons/external-link";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { PageName } from "#app/content/catalogue.ts";
import type { Page } from "#app/content/field.ts";
import type { SiteContent } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { type CheckText, ContentField } from "./content-field.tsx";
import { useContentRows } from "./editor.ts";

interface ContentSectionsProps {
  page: PageName;
  /** the page's part of the catalog, which defines the order of the texts */
  texts: Page;
  /** more notes on typed text */
  check?: CheckText;
}

/** Every stored text of one page, by section; empty sections are left out (rule E-3). */
export function ContentSections({ page, texts, check }: ContentSectionsProps) {
  const query = useContentRows();
  return (
    <ListStates
      query={query}
      explain={MESSAGES.content.load}
      loading={<SkeletonList count={3} label="Loading text…" itemClassName="h-56" />}
    >
      {(rows) => {
        const sections = bySection(
          rows.filter((row) => row.page_name === page),
          texts,
        );
        if (sections.length === 0)
          return (
            <EmptyState title="No text here yet">
              Please ask a developer to add sections to this page.
            </EmptyState>
          );
        return sections.map(([name, fields]) => (
          <Section
            key={name}
            page={page}
            name={name}
            texts={texts[name]}
            rows={fields}
            check={check}
          />
        ));
      }}
    </ListStates>
  );
}

interface SectionProps extends Omit<ContentSectionsProps, "texts"> {
  name: string;
  /** its section in the catalog; undefined when there is none */
  texts: Page[string] | undefined;
  rows: SiteContent[];
}

function Section({ page, name, texts, rows, check }: SectionProps) {
  const label = labelFromKey(name);
  return (
    <Card>
      <CardHeader
        title={label}
        aside={
          <div className="flex items-center gap-4">
            <Badge>
              {rows.length} {rows.length === 1 ? "field" : "fields"}
            </Badge>
            <a
              href={`${page === "home" ? "/" : `/${page}`}#${name}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-6 items-center gap-1.5 text-sm underline"
            >
              View on site
              <ExternalLink aria-hidden className="size-3.5" />
              <span className="sr-only">: {label} (opens in a new tab)</span>
            </a>
          </div>
        }
      />
      <div className="grid gap-4 px-5 py-4">
        {rows.map((row) => (
          <ContentField key={row.id} row={row} section={label} texts={texts} check={check} />
        ))}
      </div>
    </Card>
  );
}

interface Placed {
  section_name: string;
  content_key: string;
}

/** A page's rows by section, both in catalog order; unknown ones come last. */
export function bySection<Row extends Placed>(
  rows: readonly Row[],
  texts: Page,
): [section: string, rows: Row[]][] {
  const known = Object.entries(texts).flatMap(([section, fields]) =>
    Object.keys(fields).map((key) => `${section}.${key}`),
  );
  const place = ({ section_name, content_key }: Row) => {
    const at = known.indexOf(`${section_name}.${content_key}`);
    return at < 0 ? known.length : at;
  };
  const sections = new Map<string, Row[]>();
  for (const row of rows.toSorted((a, b) => place(a) - place(b)))
    sections.set(row.section_name, [...(sections.get(row.section_name) ?? []), row]);
  return [...sections];
}
