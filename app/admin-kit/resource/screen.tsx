import { useQuery } from "@tanstack/react-query";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { type ReactNode, useMemo } from "react";
import { EditDialog } from "#app/admin-kit/dialogs/edit-dialog.tsx";
import { NEW, useOpenedRow } from "#app/admin-kit/dialogs/use-opened-row.ts";
import { Versions } from "#app/admin-kit/forms/row-history.tsx";
import { useList } from "#app/admin-kit/lists/list-params.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { ListToolbar } from "#app/admin-kit/lists/list-toolbar.tsx";
import { useReorder } from "#app/admin-kit/reorder/use-reorder.ts";
import { SelectAll } from "#app/admin-kit/selection/select-all.tsx";
import { SelectBox } from "#app/admin-kit/selection/select-box.tsx";
import { useSelection } from "#app/admin-kit/selection/use-selection.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import type { AnyDeclaration } from "#app/lib/data/declaration.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import type { InsertOf, RowOf, UpdateOf } from "#app/lib/data/table-store.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Pagination } from "#app/ui/display/pagination.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Spinner } from "#app/ui/display/spinner.tsx";
import { EmptyState, Notice } from "#app/ui/display/states.tsx";
import { Button, IconButton } from "#app/ui/inputs/button.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { ResourceItems } from "./items.tsx";
import type { ManyCalls, SwitchedRow } from "./many-bar.tsx";
import { DEFAULT_FILTERS, PAGE_SIZE, type Resource, SORTS } from "./resource.ts";
import { useDelete, usePatch, useSave } from "./use-actions.ts";

// Most visits change one item. Load bulk actions when the first item is selected.
const ManyBar = onDemand(async () => (await import("./many-bar.tsx")).ManyBar);

/** A page that shows the list; the first one if there are several. */
function shownAt({ shownOn }: Pick<AnyDeclaration, "shownOn">): string {
  const [page = "home"] = shownOn === "every page" ? [] : shownOn;
  return page === "home" ? "/" : `/${page}`;
}

interface ResourceScreenProps<
  Name extends OrderedTable,
  Draft extends object,
  Values extends InsertOf<Name>,
> {
  resource: Resource<Name, Draft, Values>;
  /** in the header, before the Add button */
  actions?: ReactNode;
  /** between the header and the list, such as the page's own texts */
  children?: ReactNode;
}

const NONE: readonly never[] = [];

/** The complete screen of a simple manager: list, search, order, create, edit, delete, undo. */
export function ResourceScreen<
  Name extends OrderedTable,
  Draft extends object,
  Values extends InsertOf<Name>,
>({ resource, actions, children }: ResourceScreenProps<Name, Draft, Values>) {
  type Row = RowOf<Name>;
  const { words, messages } = resource;
  const store = useMemo(
    () => orderedStore(resource.table, resource.search, resource.needs),
    [resource],
  );
  const { filters = DEFAULT_FILTERS, pageSize = PAGE_SIZE } = resource;
  const list = useList<Row>(store, { pageSize, filters, sorts: SORTS });
  const facts = useQuery({
    queryKey: [store.name, "facts"],
    queryFn: store.facts,
  });
  const page = list.query.data;
  const editing = useOpenedRow<Row>("edit", page?.rows, store);
  const save = useSave(store, messages, resource.saved);
  const remove = useDelete<Row>({
    name: store.name,
    messages,
    here: () => ({ ...store.here(), ...(resource.confirm.final && { restore: undefined }) }),
  });
  const patch = usePatch<Row, Partial<Row>>({
    name: store.name,
    updateHere: () => {
      const { update } = store.here();
      return (row, changes) => update(row, changes as UpdateOf<Name>);
    },
    messages: { update: messages.patch, updated: messages.updated },
  });
  const reorder = useReorder(store);
  const selection = useSelection<Row>({
    params: list.params,
    rows: page?.rows ?? NONE,
    total: page?.total ?? 0,
    isTurning: list.query.isPlaceholderData,
  });
  const chosen = selection.of(page?.rows ?? NONE);
  const whole = page?.total === page?.rows.length && !list.narrowed && list.params.sort === "";
  const notice = facts.data?.active === 0 && resource.whenNoneActive;

  const addButton = (
    <Button look="primary" onClick={() => editing.openAt(NEW)}>
      <Plus aria-hidden />
      {words.add}
    </Button>
  );
  return (
    <>
      <PageHeader
        badge={page && <Badge>{formatCount(page.total)}</Badge>}
        actions={
          <>
            {actions}
            {addButton}
          </>
        }
      />
      {children}
      <ListToolbar
        search={{ label: words.search, ...list.search }}
        filters={filters}
        filterValues={list.filterValues}
        onFilter={list.setFilter}
        sort={list.sort}
      />
      {notice && <Notice>{notice}</Notice>}
      <ListStates
        query={list.query}
        explain={messages.load}
        loading={
          resource.loading === "spinner" ? (
            <div className="grid place-items-center py-16 text-accent">
              <Spinner label="Loading…" className="size-8" />
            </div>
          ) : (
            <SkeletonList count={5} label="Loading…" itemClassName="h-24" />
          )
        }
        empty={({ total }) =>
          total > 0 ? undefined : list.narrowed ? (
            <EmptyState title="No matches">Try a different search or filter.</EmptyState>
          ) : (
            <EmptyState title={words.empty} action={addButton}>
              {words.emptyHint}
            </EmptyState>
          )
        }
      >
        {(shown) => (
          <>
            <div className="-mb-2 pl-5.25">
              <SelectAll rows={shown.rows} selection={selection}>
                Select all
              </SelectAll>
            </div>
            {chosen.length > 0 && (
              <ManyBar
                table={store.name}
                items={words}
                rows={chosen as readonly SwitchedRow[]}
                nameOf={resource.nameOf as unknown as (row: SwitchedRow) => string}
                callsHere={store.here as () => ManyCalls}
                isFinal={resource.confirm.final === true}
                onClear={selection.clear}
                onDeleteOne={() => chosen[0] && remove(chosen[0], resource.confirm)}
              />
            )}
            <ResourceItems
              resource={resource}
              rows={shown.rows}
              total={Math.max(shown.total, facts.data?.total ?? 0)}
              onReorder={
                whole
                  ? (ids) =>
                      reorder(
                        ids,
                        shown.rows.map(({ id }) => id),
                      )
                  : undefined
              }
              boxOf={(row) => (
                <SelectBox
                  label={`Select ${resource.nameOf(row)}`}
                  checked={selection.has(row.id)}
                  onChange={(_, isRange) => selection.toggle(row.id, isRange)}
                />
              )}
              actionsOf={(row) => (
                <>
                  <Switch
                    label={`Active: ${resource.nameOf(row)}`}
                    checked={row.is_active}
                    onCheckedChange={(is_active) => patch(row, { is_active } as Partial<Row>)}
                  />
                  <IconButton
                    label={`Edit ${resource.nameOf(row)}`}
                    icon={<Pencil aria-hidden />}
                    onClick={() => editing.openAt(row.id)}
                  />
                  <Versions table={store.name} row={row.id} name={resource.nameOf(row)} />
                  <IconButton
                    label={`Delete ${resource.nameOf(row)}`}
                    look="danger-ghost"
                    icon={<Trash2 aria-hidden />}
                    onClick={() => remove(row, resource.confirm)}
                  />
                </>
              )}
            />
            <Pagination
              page={list.params.page}
              pageSize={pageSize}
              total={shown.total}
              onPage={list.setPage}
            />
          </>
        )}
      </ListStates>
      <EditDialog<Row, Draft, Values>
        // A new item needs the next order number, so wait until it is loaded.
        open={editing.open && (editing.row !== undefined || !facts.isPending)}
        row={editing.row}
        title={words.create}
        editTitle={words.edit}
        table={store.name}
        draftOf={(row) => resource.draftOf(row, facts.data)}
        schema={resource.schema}
        labels={resource.labels}
        fields={(form, mode) => <resource.Fields form={form} mode={mode} />}
        save={save}
        explain={(cause, isNew) => messages[isNew ? "create" : "update"](cause)}
        onClose={editing.close}
        onSaved={editing.close}
        previewAt={resource.shownOn.length > 0 ? shownAt(resource) : undefined}
      />
    </>
  );
}
