import { Toast as Base } from "@base-ui/react/toast";
import { useEffect, useState } from "react";
import { newUuid } from "#app/lib/data/new-uuid.ts";
import { reasonBeside } from "#app/lib/errors/reasons.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { soon, untilThere } from "#app/ui/soon.ts";
import type { ToasterProps } from "./toaster.tsx";

const SHORT_MS = 5_000;
/** A message with an action stays long enough to be read and reached. */
const ACTION_MS = 12_000;
const ERROR_MS = 10_000;

const manager = Base.createToastManager();

/** Where the keyboard was before it came to the messages: it goes back there after an action. */
let cameFrom: HTMLElement | null = null;
const onCome = (from: HTMLElement) => {
  cameFrom = from;
};

/** What is to be told before there is a place for it; undefined once there is. */
let waiting: (() => void)[] | undefined = [];
/** Brings that place. */
let wake = () => {};

function whenReady(tell: () => void) {
  if (!waiting) return tell();
  waiting.push(tell);
  wake();
}

function onReady() {
  const all = waiting ?? [];
  waiting = undefined;
  for (const tell of all) tell();
}

interface ToastOptions {
  /** a second line */
  description?: string;
  action?: { label: string; onClick: () => void };
}

/** @returns takes it away again, when what it says no longer holds */
function show(type: "success" | "error" | "info", title: string, options: ToastOptions = {}) {
  const { description, action } = options;
  let pressed = false;
  // The same news again takes its old place instead of a new one.
  const id = action ? newUuid() : [type, title, description].join(" ");
  const close = () => whenReady(() => manager.close(id));
  const news = {
    id,
    type,
    title,
    description,
    timeout: action ? ACTION_MS : type === "error" ? ERROR_MS : SHORT_MS,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        // On its way out it can still be pressed.
        if (pressed) return;
        pressed = true;
        cameFrom?.focus({ preventScroll: true });
        close();
        action.onClick();
      },
    },
  };
  whenReady(() => manager.add(news));
  return close;
}

/** A failure; the reason stands beneath where the sentence leaves it out (rule X-2). */
function failure(sentence: string, cause: unknown) {
  show("error", sentence, { description: reasonBeside(sentence, cause) });
}

/** The one way to tell what happened; callable from anywhere, announced to screen readers. */
export const toast = {
  success: (title: string, options?: ToastOptions) => show("success", title, options),
  error: (title: string, options?: ToastOptions) => show("error", title, options),
  failure,
  info: (title: string, options?: ToastOptions) => show("info", title, options),
  /** takes all of them away: what they offer holds no longer */
  clear: () => {
    if (waiting) waiting = [];
    else manager.close();
  },
};

const load = async () => (await import("./toaster.tsx")).Toaster;
/** What is told before it is there waits for it, and is told then. */
const Place = onDemand<ToasterProps>(
  () => untilThere(load),
  ({ open }) => open,
);

/**
 * Where toasts appear; once per page. It comes behind the first screen, so that screen readers know the
 * place before it first speaks, or with the first toast.
 */
export function Toaster() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    wake = () => setOpen(true);
    soon(async () => {
      await load();
      wake();
    });
    if (waiting && waiting.length > 0) wake();
  }, []);
  return <Place open={open} manager={manager} onCome={onCome} onReady={onReady} />;
}
