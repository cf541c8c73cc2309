import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countOf, formatCount } from "#app/lib/text/formats.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { ChooseFiles } from "#app/ui/inputs/choose-files.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Textarea } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import type { Problem } from "../file.ts";
import { REDIRECT_MESSAGES } from "../messages.ts";
import { importRedirects } from "../queries.ts";

const SHOWN = 50;

interface Checked {
  text: string;
  count: number;
  problems: readonly Problem[];
}

/** What the file and the database find wrong, by line. @throws a sentence when it isn't such a file */
async function run(text: string, save: boolean): Promise<Checked> {
  const { problemOf, readRedirects } = await import("../file.ts");
  const { entries, problems } = readRedirects(text);
  const refused = await importRedirects(entries, save && problems.length === 0);
  const all = [...problems, ...refused.map(problemOf)];
  return { text, count: entries.length, problems: all.sort((a, b) => a.line - b.line) };
}

/** Adds redirects from a file or pasted text: checked first, then all or none (rule L-17). */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [locked, setLocked] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={locked}
      title="Import redirects"
      description="They go live right away: all of them, or none if a line has a problem."
    >
      <ImportForm onClose={onClose} onBusy={setLocked} />
    </Dialog>
  );
}

function ImportForm({ onClose, onBusy }: { onClose: () => void; onBusy: (busy: boolean) => void }) {
  const client = useQueryClient();
  const [text, setText] = useState("");
  const call = useMutation({
    mutationFn: (save: boolean) => run(text, save),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: ({ count, problems }, save) => {
      if (!save || problems.length) return;
      toast.success(REDIRECT_MESSAGES.imported(countOf(count, "redirect")));
      onClose();
      return client.invalidateQueries({ queryKey: ["redirects"] });
    },
  });
  const checked = call.data?.text === text ? call.data : undefined;
  const ready = checked?.problems.length === 0;
  const reading = useMutation({
    mutationFn: async (file: File) => (await import("../file.ts")).readFile(file),
    onSuccess: (read) => setText(read),
  });
  const error = call.error ?? reading.error;
  const change = (next: string) => {
    setText(next);
    call.reset();
    reading.reset();
  };

  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        call.mutate(ready);
      }}
    >
      <DialogBody>
        <Field
          label="Redirects as CSV"
          description="Columns: from, to and type (301 or 302). At most 1,000 lines and 1 MB."
          aside={
            <ChooseFiles
              label="Choose file"
              accept=".csv,text/csv"
              onFiles={([file]) => {
                change("");
                if (file) reading.mutate(file);
              }}
            />
          }
        >
          <Textarea
            rows={8}
            className="font-mono"
            value={text}
            placeholder={"from,to,type\n/old-page,/services,301"}
            onValueChange={change}
          />
        </Field>
        <div role="status" className="text-sm empty:hidden">
          {ready && <p>No problems found.</p>}
          {checked && !ready && <Problems problems={checked.problems} />}
        </div>
        <div role="alert" className="empty:hidden">
          {error && (
            <p className="rounded-md bg-danger-soft px-3 py-2 text-sm">
              {REDIRECT_MESSAGES[call.variables ? "import" : "check"](error)}
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={call.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          disabled={!text.trim() || (checked && !ready)}
          pending={call.isPending}
          pendingLabel={ready ? "Importing…" : "Checking…"}
        >
          {ready ? `Import ${countOf(checked.count, "redirect")}` : "Check file"}
        </Button>
      </DialogFooter>
    </form>
  );
}

const Problems = ({ problems }: Pick<Checked, "problems">) => (
  <div className="grid gap-1 rounded-md bg-danger-soft px-3 py-2">
    <p className="font-medium">Nothing was imported. Correct these lines and check again:</p>
    <ul className="grid max-h-48 gap-1 overflow-y-auto">
      {problems.slice(0, SHOWN).map(({ line, wrong }) => (
        <li key={line} className="wrap-anywhere">
          Line {line}: {wrong}
        </li>
      ))}
    </ul>
    {problems.length > SHOWN && <p>And {formatCount(problems.length - SHOWN)} more.</p>}
  </div>
);
