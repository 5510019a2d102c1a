import { displayMessage, displayName, paysByCheck } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog, useLazyDialog } from '@paperplane/shared/records';
import { Button, Card, Landmark, MediaObject } from '@paperplane/shared/ui';
import { useState } from 'react';
import { OtherWayIcon } from '../parts/other-way-icon';
import { accountText } from '../parts/payout-words';
import type { MaskedAccount } from '../payout-types';
import { useDeleteBankDetailsMutation, useSaveBankDetailsMutation } from '../payouts-api';

const loadForm = () =>
  import(/* webpackChunkName: "lazy-bank-details" */ '../parts/bank-details-dialog').then(
    (code) => code.BankDetailsDialog,
  );

/** How one is paid without an account. */
const noAccountYet = (currency: string) => (paysByCheck(currency) ? 'By check' : 'No bank account yet');

/** Where one's own money goes: an account, shown by its last four characters, or else (paysByCheck). */
export function AccountCard({ account }: { account: MaskedAccount | null }) {
  const user = useCurrentUser();
  const toast = useToast();
  const [Form, fetchForm] = useLazyDialog(loadForm);
  const [open, setOpen] = useState<'form' | 'remove' | null>(null);
  const [save] = useSaveBankDetailsMutation();
  const [remove, removing] = useDeleteBankDetailsMutation();
  const close = () => setOpen(null);
  const change = () => void fetchForm().then((isThere) => isThere && setOpen('form'));
  return (
    <Card
      title="Where it goes"
      action={
        <Button
          variant="link"
          size="sm"
          onClick={change}
          aria-label={account ? 'Change bank account' : 'Add bank account'}
        >
          {account ? 'Change' : 'Add account'}
        </Button>
      }
      footer={
        account && (
          <Button variant="link" size="sm" onClick={() => setOpen('remove')}>
            Remove bank account
          </Button>
        )
      }
    >
      <MediaObject
        media={
          <span className="pp-tile">
            {account ? (
              <Landmark className="pp-i pp-i-18" />
            ) : (
              <OtherWayIcon currency={user.organization.currency} className="pp-i pp-i-18" />
            )}
          </span>
        }
        name={
          account
            ? accountText(account, account.kind === 'iban' ? 'IBAN' : 'Bank account')
            : noAccountYet(user.organization.currency)
        }
        meta={account ? 'Only its last characters are shown' : 'Add an account to be paid by transfer'}
      />
      {open === 'form' && Form && (
        <Form
          title={account ? 'Change bank account' : 'Add bank account'}
          subtitle="Where your payouts go."
          holderName={displayName(user)}
          note="Kept encrypted. Payment files to the bank hold the whole numbers, and each one is recorded. Your admins are told that it changed."
          save={(details) => save(details).unwrap()}
          onSaved={() => toast.success('Bank account saved')}
          onClose={close}
        />
      )}
      {open === 'remove' && account && (
        <LazyConfirmDialog
          title={`Remove your bank account ••${account.lastFour}?`}
          confirmLabel="Remove bank account"
          cancelLabel="Keep it"
          busy={removing.isLoading}
          error={removing.error ? displayMessage(removing.error) : null}
          onConfirm={() =>
            void remove().then((answer) => {
              if (answer.error) return;
              toast.done(
                accountText(account, 'Bank account') + ' removed',
                'This cannot be undone. Add account names another one.',
              );
              close();
            })
          }
          onCancel={close}
        >
          The next payout is by check, until you add an account again. This cannot be undone.
        </LazyConfirmDialog>
      )}
    </Card>
  );
}
