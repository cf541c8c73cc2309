import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Search from "lucide-react/icons/search";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import type { PersonFound } from "#app/lib/data/database.types.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState, ErrorState } from "#app/ui/display/states.tsx";
import { download } from "#app/ui/download.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { PRIVACY_MESSAGES } from "./messages.ts";
import * as queries from "./queries.ts";
import { BACKUPS, countsOf } from "./words.ts";

const words = PRIVACY_MESSAGES;

export interface EraseDialogProps {
  open: boolean;
  /** the initial email address; "" for none */
  address: string;
  onClose: () => void;
  /** called when done: close views of these leads, and delete this browser's data about them */
  onErased: (messages: readonly string[]) => void;
}

/** Finds what is stored about a person, exports it, and permanently erases it. */
export function EraseDialog({ open, address, onClose, onErased }: EraseDialogProps) {
  const [locked, setLocked] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={locked}
      title="Erase a person's data"
      description="Finds everything stored about someone who wrote to you, by their email address."
    >
      {open && <Content {...{ address, onClose, onErased }} onBusy={setLocked} />}
    </Dialog>
  );
}

interface ContentProps extends Omit<EraseDialogProps, "open"> {
  onBusy: (busy: boolean) => void;
}

/** The person to erase, as shown when asked. */
interface Person {
  address: string;
  messages: readonly string[];
}

function Content({ address, onClose, onErased, onBusy }: ContentProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(address);
  const [asked, setAsked] = useState(address.trim());
  const found = useQuery({
    queryKey: [queries.name, "person", asked],
    queryFn: () => queries.find(asked),
    enabled: asked !== "",
    // What is shown is what will be erased, so never use a cached result.
    gcTime: 0,
    staleTime: 0,
  });
  const save = useMutation({
    mutationFn: () => queries.exportAll(asked),
    onSuccess: (file) => {
      download(file, `person-${new Date().toISOString().slice(0, 10)}.json`);
      toast.success(words.exported);
    },
    onError: (cause) => toast.failure(words.exportFailed, cause),
  });
  const erase = useMutation({
    mutationFn: (person: Person) => queries.erase(person.address),
    onMutate: () => onBusy(true),
    onSuccess: (gone, { messages }) => {
      toast.success(words.erased, { description: countsOf(gone).join(", ") });
      onClose();
      onErased(messages);
      // Any screen may have shown them.
      void client.invalidateQueries();
    },
    onError: (cause) => toast.failure(words.eraseFailed, cause),
    onSettled: () => onBusy(false),
  });
  const look = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === asked) void found.refetch();
    setAsked(typed.trim());
  };
  const { data } = found;
  const counts = data && asked === typed.trim() ? countsOf(data.rows) : [];
  const askErase = ({ messages }: PersonFound) =>
    confirmDelete({
      label: `Permanently erase everything about ${asked}? This deletes ${counts.join(", ")}. This action cannot be undone.`,
      onConfirm: () => erase.mutate({ address: asked, messages: messages.map(({ id }) => id) }),
    });

  return (
    <>
      <DialogBody>
        {/* Nobody else can be looked up, and no link followed, until the answer. */}
        <div inert={erase.isPending} className="grid gap-4">
          <form onSubmit={look} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <Field label="Email">
                <Input
                  type="email"
                  autoComplete="off"
                  maxLength={254}
                  required
                  value={typed}
                  onValueChange={setTyped}
                />
              </Field>
            </div>
            <Button type="submit">
              <Search aria-hidden className="size-4" />
              Find
            </Button>
          </form>
          <div aria-live="polite" className="grid gap-4">
            {found.isLoading && <SkeletonList count={2} label="Loading…" itemClassName="h-12" />}
            {found.isError && <ErrorState message={words.load(found.error)} query={found} />}
            {data && <Found address={asked} found={data} onLeave={onClose} />}
          </div>
          {counts.length > 0 && <p className="text-sm text-ink-2">{BACKUPS}</p>}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button
          disabled={counts.length === 0 || erase.isPending}
          pending={save.isPending}
          onClick={() => save.mutate()}
        >
          <Download aria-hidden className="size-4" />
          Export as JSON
        </Button>
        <Button
          look="danger"
          disabled={counts.length === 0}
          pending={erase.isPending}
          onClick={() => data && askErase(data)}
        >
          <Trash2 aria-hidden className="size-4" />
          Erase permanently
        </Button>
      </DialogFooter>
    </>
  );
}

interface FoundProps {
  address: string;
  found: PersonFound;
  /** the person follows a link out of the dialog */
  onLeave: () => void;
}

/** What is stored about a person, before anything is erased. */
function Found({ address, found, onLeave }: FoundProps) {
  const { rows, messages, mentions, others, has_account } = found;
  const counts = countsOf(rows);
  return (
    <>
      {counts.length === 0 ? (
        <EmptyState title="Nothing is stored for this address" />
      ) : (
        <section aria-label="Stored data" className="grid gap-3 text-sm">
          <ul className="grid gap-x-6 rounded-md border border-line bg-paper-2 px-4 py-3 sm:grid-cols-2">
            {counts.map((count) => (
              <li key={count}>{count}</li>
            ))}
          </ul>
          <ul className="grid gap-1">
            {messages.map(({ id, name, created_at, deleted_at }) => (
              <li key={id} className="wrap-anywhere">
                {name} <span className="text-ink-2">· {formatTime(created_at)}</span>
                {deleted_at && <span className="text-ink-2"> · in the trash</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {mentions.length > 0 && (
        <section aria-label="Named elsewhere" className="grid gap-1 text-sm">
          <p>
            {address} also appears in messages from other people, or in notes on them. These aren't
            deleted. Remove the address there yourself.
          </p>
          <ul className="grid gap-1">
            {mentions.map(({ id, name, created_at, deleted_at }) => (
              <li key={id} className="wrap-anywhere">
                <Link
                  to={`/admin/contact-manager?open=${id}`}
                  onClick={onLeave}
                  className="underline"
                >
                  {name}
                </Link>{" "}
                <span className="text-ink-2">· {formatTime(created_at)}</span>
                {deleted_at && <span className="text-ink-2"> · in the trash</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <p className="text-sm wrap-anywhere">
          Your team joined these with messages from {others.join(", ")}. Those aren't deleted. If
          it's the same person, erase those addresses too.
        </p>
      )}
      {has_account && (
        <p className="text-sm wrap-anywhere">
          Someone signs in as {address}. That account stays: only the database owner can delete
          accounts.
        </p>
      )}
    </>
  );
}
