import { displayMessage, today as todayIn } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog, useLazyDialog } from '@paperplane/shared/records';
import { Button, Card, Eye, EyeOff, Plus } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useDeletePassportMutation } from '../passports-api';
import type { Passport } from '../profile';
import { PassportPanel } from './passport-panel';
import { RevealLog } from './reveal-log';
import { useReveal } from './use-reveal';

interface PassportsCardProps {
  customerId: string;
  passports: readonly Passport[];
  /** Whether the reader may see, add, change and remove them. */
  canUse: boolean;
  /** Whether anybody may change anything of this customer. */
  canEdit: boolean;
}

const loadDialog = () =>
  import(/* webpackChunkName: "lazy-passport" */ './passport-dialog').then((module) => module.PassportDialog);

/** Passports with their numbers masked; revealed one at a time, which the database writes down. */
export function PassportsCard({ customerId, passports, canUse, canEdit }: PassportsCardProps) {
  const { timeZone } = useCurrentUser().organization;
  const { shown, waitingFor, toggle } = useReveal(customerId);
  const [PassportDialog, fetchDialog] = useLazyDialog(loadDialog);
  const [editing, setEditing] = useState<{ passport: Passport | null } | null>(null);
  const [removing, setRemoving] = useState<Passport | null>(null);
  const [logOpen, setLogOpen] = useState(false);
  const [remove, { isLoading, error }] = useDeletePassportMutation();
  const toast = useToast();

  const open = (passport: Passport | null) =>
    void fetchDialog().then((isThere) => isThere && setEditing({ passport }));
  const revealButton = ({ id, lastFour }: Passport) => (
    <Button
      variant="ghost"
      size="sm"
      icon={shown?.id === id ? <EyeOff className="pp-i pp-i-14" /> : <Eye className="pp-i pp-i-14" />}
      loading={waitingFor === id}
      onClick={() => toggle(id)}
      aria-label={`${shown?.id === id ? 'Hide' : 'Reveal'} passport number ending ${lastFour}`}
    >
      {shown?.id === id ? 'Hide' : 'Reveal'}
    </Button>
  );
  const only = passports.length === 1 ? passports[0] : undefined;

  async function confirmRemoval(passport: Passport) {
    const result = await remove({ customerId, passportId: passport.id });
    if ('error' in result) return;
    toast.done(`Passport ending ${passport.lastFour} removed`, 'This cannot be undone.');
    setRemoving(null);
  }

  return (
    <Card
      title={passports.length > 1 ? 'Passports' : 'Passport'}
      action={only && canUse && revealButton(only)}
    >
      <div className="pp-stack customer-passports">
        {passports.length === 0 && (
          <p className="pp-muted">No passport yet. Its number is stored encrypted.</p>
        )}
        {passports.map((passport) => (
          <PassportPanel
            key={passport.id}
            passport={passport}
            number={shown?.id === passport.id ? shown.number : null}
            today={todayIn(timeZone)}
            reveal={!only && canUse && revealButton(passport)}
            onEdit={canUse && canEdit ? () => open(passport) : undefined}
            onRemove={canUse && canEdit ? () => setRemoving(passport) : undefined}
          />
        ))}
        {!canUse && canEdit && (
          <p className="pp-muted pp-sm">
            To see, add or change a passport you need a sale for this customer that is not cancelled, with
            travel ahead or over for less than 30 days.
          </p>
        )}
        <div className="pp-row customer-pass-actions">
          {canUse && canEdit && (
            <Button
              variant="outline"
              size="sm"
              icon={<Plus className="pp-i pp-i-14" />}
              onClick={() => open(null)}
            >
              Add passport
            </Button>
          )}
          {(passports.length > 0 || logOpen) && (
            <Button variant="ghost" size="sm" aria-expanded={logOpen} onClick={() => setLogOpen(!logOpen)}>
              Who has seen it
            </Button>
          )}
        </div>
        {logOpen && <RevealLog customerId={customerId} />}
      </div>
      {editing && PassportDialog && (
        <PassportDialog
          customerId={customerId}
          passport={editing.passport}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && (
        <LazyConfirmDialog
          title={`Remove the passport ending ${removing.lastFour}?`}
          confirmLabel="Remove passport"
          cancelLabel="Keep passport"
          busy={isLoading}
          error={error ? displayMessage(error) : null}
          onConfirm={() => void confirmRemoval(removing)}
          onCancel={() => setRemoving(null)}
        >
          Its number is deleted for good: this cannot be undone. Who has seen it stays in the log.
        </LazyConfirmDialog>
      )}
    </Card>
  );
}
