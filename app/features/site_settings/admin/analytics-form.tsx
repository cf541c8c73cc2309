import { useId, useState } from "react";
import { StaleDialog } from "#app/admin-kit/dialogs/stale-on-demand.ts";
import { RestoredNote } from "#app/admin-kit/forms/note.tsx";
import { Versions } from "#app/admin-kit/forms/row-history.tsx";
import type { FormApi } from "#app/admin-kit/forms/use-form.ts";
import { PresenceNote } from "#app/admin-kit/presence/presence-note.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input, Textarea } from "#app/ui/inputs/input.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import type { Setting } from "./catalog.ts";
import { type Draft, find, type Key, PROVIDERS, useAnalyticsForm } from "./use-analytics-form.ts";

/** Saved with a button, not on blur, because it changes what visitors' browsers load. */
export function AnalyticsForm({ settings }: { settings: readonly Setting[] }) {
  const { form, element, isPending, onSubmit, discard, conflict, ...choice } =
    useAnalyticsForm(settings);
  const [focused, setFocused] = useState(false);
  const question = find(settings, "consent_text");
  return (
    <form
      ref={element}
      onSubmit={onSubmit}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      noValidate
      className="grid gap-5"
    >
      <PresenceNote table="site_settings" row="analytics" here={focused || form.dirty} />
      {PROVIDERS.map(({ title, enabled, id }) => (
        <Card key={id}>
          <CardHeader title={title} />
          <div className="grid gap-5 p-5">
            <Toggle setting={find(settings, enabled)} form={form} name={enabled} />
            <Field
              label={find(settings, id).label}
              description={find(settings, id).description}
              error={form.errors[id]}
            >
              <Input
                name={id}
                value={form.values[id]}
                onValueChange={(value) => form.set(id, value)}
                spellCheck={false}
                autoCapitalize="characters"
                className="max-w-64 !font-mono"
              />
            </Field>
          </div>
        </Card>
      ))}
      <Card>
        <CardHeader title="Consent" />
        <div className="grid gap-5 p-5">
          <Toggle setting={find(settings, "consent_ask")} form={form} name="consent_ask" />
          <p role="status" className="rounded-md bg-warning-soft px-3 py-2 text-sm empty:hidden">
            {form.values.consent_ask === "false" && NOBODY_IS_ASKED}
          </p>
          <Field
            label={question.label}
            description={question.description}
            error={form.errors.consent_text}
            aside={<Clock setting={question} />}
          >
            <Textarea
              name="consent_text"
              value={form.values.consent_text}
              onValueChange={(value) => form.set("consent_text", value)}
            />
          </Field>
        </div>
      </Card>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" look="primary" pending={isPending} pendingLabel="Saving...">
          Save
        </Button>
        {discard ? (
          <RestoredNote name="Analytics" onDiscard={discard} />
        ) : (
          form.dirty && <p className="text-sm text-ink-2">You have unsaved changes.</p>
        )}
      </div>
      <StaleDialog
        conflict={conflict}
        onClose={choice.decideLater}
        onUseTheirs={choice.useTheirs}
        onKeepMine={choice.keepMine}
      />
    </form>
  );
}

const NOBODY_IS_ASKED =
  "Google's tools load for every visitor without asking. The EU, the UK and several US states require a choice. Ask your lawyer first.";

const Clock = ({ setting: { row, label } }: { setting: Setting }) =>
  row && <Versions table="site_settings" row={row.id} field="setting_value" name={label} />;

interface ToggleProps {
  setting: Setting;
  form: FormApi<Draft>;
  name: Key;
}

function Toggle({ setting, form, name }: ToggleProps) {
  const stateId = useId();
  const on = form.values[name] === "true";
  return (
    <Field
      label={setting.label}
      description={setting.description}
      nativeLabel={false}
      aside={<Clock setting={setting} />}
    >
      <div className="flex items-center gap-3">
        <Switch
          aria-describedby={stateId}
          checked={on}
          onCheckedChange={(next) => form.set(name, String(next))}
        />
        <span id={stateId} className="text-sm text-ink-2">
          {on ? "Enabled" : "Disabled"}
        </span>
      </div>
    </Field>
  );
}
