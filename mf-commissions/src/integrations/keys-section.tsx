import { displayMessage } from '@paperplane/shared/domain';
import { useAuth, useLeaveGuard, useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog, useLazyDialog } from '@paperplane/shared/records';
import { Button, EmptyState, InlineBanner, ListCard, Plus } from '@paperplane/shared/ui';
import { useState } from 'react';
import { OnceCard } from '../parts/once-card';
import { useGetApiKeysQuery, useRevokeApiKeyMutation, type ApiKey } from './integrations-api';
import './keys.css';
import { KeysList } from './keys-list';

const loadNewKey = () =>
  import(/* webpackChunkName: "lazy-new-key" */ './new-key-dialog').then((module) => module.NewKeyDialog);

/** What a list card takes: the keys that work, the newest first, and then the revoked ones. */
const asList = (answer: { keys: readonly ApiKey[] } | undefined) =>
  answer && {
    count: answer.keys.length,
    keys: answer.keys.toSorted((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null)),
  };

/** The keys of the agency's programs: owners make and revoke them, admins see them. */
export function KeysSection({ now }: { now: Date }) {
  const { isOwner } = useAuth();
  const list = useGetApiKeysQuery();
  const [NewKeyDialog, fetchNewKey] = useLazyDialog(loadNewKey);
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<{ name: string; key: string | null } | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const { asking } = useLeaveGuard(Boolean(made?.key));

  const newKey = async () => {
    if (await fetchNewKey()) setMaking(true);
  };
  const button = (
    <Button variant="outline" icon={<Plus className="pp-i" />} onClick={() => void newKey()}>
      New key
    </Button>
  );
  return (
    <section className="keys-section" aria-labelledby="keys-title">
      <div className="pp-section-h">
        <div>
          <h2 id="keys-title">API keys</h2>
          <p className="pp-sm pp-muted">
            They never approve or pay, and never read passports or bank details.
          </p>
        </div>
        {isOwner && button}
      </div>
      {made?.key && (
        <OnceCard what="Key" of={made.name} value={made.key} onKept={() => setMade(null)}>
          It is shown once and kept as a hash. Lost means revoked and made anew.
        </OnceCard>
      )}
      {made?.key === null && (
        <div className="keys-lost">
          <InlineBanner tone="warning" title={`The key of ${made.name} was made, and its answer was lost`}>
            Nobody has seen it. Revoke it and make another one.
          </InlineBanner>
        </div>
      )}
      <ListCard
        label="Keys"
        list={{ ...list, data: asList(list.data), currentData: asList(list.currentData) }}
        rows={3}
        empty={
          <EmptyState kind="first-run" title="No program has a key yet">
            {isOwner
              ? 'Make one for each program: it says what the program may read or write, and until when.'
              : 'An owner of the agency makes one for each program.'}
          </EmptyState>
        }
      >
        {({ keys }) => <KeysList keys={keys} now={now} onRevoke={isOwner ? setRevoking : null} />}
      </ListCard>
      {making && NewKeyDialog && <NewKeyDialog onMade={setMade} onClose={() => setMaking(false)} />}
      {revoking && <RevokeDialog of={revoking} onClose={() => setRevoking(null)} />}
      {asking && (
        <LazyConfirmDialog
          title="Leave without the key?"
          confirmLabel="Leave"
          cancelLabel="Stay"
          onConfirm={asking.leave}
          onCancel={asking.stay}
        >
          It is not shown again. Copy it first, or revoke it and make another one.
        </LazyConfirmDialog>
      )}
    </section>
  );
}

function RevokeDialog({ of: { id, name }, onClose }: { of: ApiKey; onClose: () => void }) {
  const toast = useToast();
  const [revoke, { isLoading, error }] = useRevokeApiKeyMutation();
  async function confirm() {
    const revoked = await revoke(id);
    if (revoked.error) return;
    toast.success(`The key of ${name} was revoked`);
    onClose();
  }
  return (
    <LazyConfirmDialog
      title={`Revoke the key of ${name}?`}
      confirmLabel="Revoke key"
      cancelLabel="Keep key"
      busy={isLoading}
      error={error ? displayMessage(error) : null}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      Its program is refused from this moment on. A revoked key never works again; what it wrote stays.
    </LazyConfirmDialog>
  );
}
