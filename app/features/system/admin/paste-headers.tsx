import { useState } from "react";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Textarea } from "#app/ui/inputs/input.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { readHeaders, type TestEmail } from "../deliverability/headers.ts";

interface PasteHeadersProps {
  open: boolean;
  /** the site's From address */
  address: string;
  onClose: () => void;
  onRead: (email: TestEmail) => void;
}

/** Reads the headers of a received test email in the browser. Nothing of them is stored. */
export function PasteHeaders({ open, address, onClose, onRead }: PasteHeadersProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  function close() {
    setText("");
    setProblem(undefined);
    onClose();
  }
  function read() {
    const email = readHeaders(text);
    if ("problem" in email) return setProblem(email.problem);
    if (email.from !== address.toLowerCase())
      return setProblem(
        `This email is from ${email.from}, and your site's is from ${address}. Paste the headers of a test email of this site.`,
      );
    onRead(email);
    close();
  }
  return (
    <Dialog open={open} onClose={close} title="Paste the headers of the test email">
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          read();
        }}
      >
        <DialogBody>
          <ol className="grid list-decimal gap-1.5 pl-5 text-sm marker:text-ink-2">
            <li>Select Send a test email on this screen, and open it in your inbox.</li>
            <li>
              In Gmail, open the menu of the email and choose Show original. In Outlook, choose
              View, then View message source.
            </li>
            <li>Copy the full source and paste it here.</li>
          </ol>
          <Field
            label="Headers"
            required
            error={problem}
            description="They are read in your browser and not stored. Only the names of domains and of the key are looked up."
          >
            <Textarea
              name="headers"
              rows={8}
              spellCheck={false}
              className="font-mono text-xs/5"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit">
            Read headers
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
