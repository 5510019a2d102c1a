import { displayMessage, isAppError } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { ToldFailure, useRequestKey } from '@paperplane/shared/records';
import { FormDialog, TextField } from '@paperplane/shared/ui';
import { useState } from 'react';
import { EventChoice } from './event-choice';
import {
  useAddWebhookEndpointMutation,
  useChangeWebhookEndpointMutation,
  type Endpoint,
  type EndpointInput,
  type ShownSecret,
} from './webhooks-api';

interface EndpointDialogProps {
  /** Null for a new one. */
  endpoint: Endpoint | null;
  /** Every event there is. */
  types: readonly string[];
  onAdded: (secret: ShownSecret) => void;
  onClose: () => void;
}

/** What is sent of an address: names of other scripts as machines write them. */
const sentUrl = (typed: string): string => {
  const text = typed.trim();
  return URL.canParse(text) ? new URL(text).href : text;
};

/** Where a program is told, and what of. */
export function EndpointDialog({ endpoint, types, onAdded, onClose }: EndpointDialogProps) {
  const first: EndpointInput = { url: endpoint?.url ?? '', events: endpoint?.events ?? [] };
  const [typed, setTyped] = useState(first);
  const [failure, setFailure] = useState<{ field: string | null; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [add] = useAddWebhookEndpointMutation();
  const [change] = useChangeWebhookEndpointMutation();
  const { send, notice } = useRequestKey();
  const toast = useToast();

  const set = (changes: Partial<EndpointInput>) => {
    setFailure(null);
    setTyped((before) => ({ ...before, ...changes }));
  };
  const errorOf = (field: string) => (failure?.field === field ? failure.text : null);

  async function submit() {
    const sent = { ...typed, url: sentUrl(typed.url) };
    setFailure(null);
    setBusy(true);
    try {
      if (endpoint) {
        await change({ ...sent, endpointId: endpoint.id }).unwrap();
        toast.success('Endpoint saved');
      } else {
        const added = await send((requestKey) => add({ ...sent, requestKey }).unwrap());
        if (added.success) onAdded({ host: new URL(sent.url).host, secret: added.secret });
      }
      onClose();
    } catch (problem) {
      setBusy(false);
      if (problem instanceof ToldFailure) return;
      setFailure({
        field: isAppError(problem) ? (problem.field ?? null) : null,
        text: displayMessage(problem),
      });
    }
  }
  return (
    <FormDialog
      title={endpoint ? 'Change endpoint' : 'Add endpoint'}
      subtitle="It is told ids, references, amounts and days; no names."
      submitLabel={endpoint ? 'Save endpoint' : 'Add endpoint'}
      busy={busy}
      notice={notice}
      failure={failure && !['url', 'events'].includes(failure.field ?? '') ? failure.text : null}
      dirty={JSON.stringify(typed) !== JSON.stringify(first)}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        placeholder="https://hooks.agency.example/paperplane"
        hint="https, on the public internet. It answers within 10 seconds with a status from 200 to 299."
        value={typed.url}
        error={errorOf('url')}
        onChange={(event) => set({ url: event.target.value })}
      />
      <EventChoice
        types={types}
        chosen={typed.events}
        error={errorOf('events')}
        onChoose={(events) => set({ events })}
      />
    </FormDialog>
  );
}
