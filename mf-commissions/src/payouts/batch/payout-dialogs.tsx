import { displayName } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useState } from 'react';
import { BankDetailsDialog } from '../parts/bank-details-dialog';
import { VoidDialog } from '../parts/void-dialog';
import type { Payout, PayoutAgent, PayoutLine } from '../payout-types';
import { useSavePayoutAccountMutation } from '../payouts-api';
import { AdjustmentDialog } from './adjustment-dialog';
import { FileDialog } from './file-dialog';
import { HandOverDialog } from './hand-over-dialog';
import { HoldDialog } from './hold-dialog';
import { HoldLinesDialog } from './hold-lines-dialog';
import { PayDialog } from './pay-dialog';
import type { PayoutDialog } from './payout-buttons';
import { ReopenDialog } from './reopen-dialog';

/** A dialog about lines, or about what an agent was paid. */
export type AboutLines = { hold: PayoutLine } | { holdAll: PayoutLine[] } | { void: PayoutAgent };

interface PayoutDialogsProps {
  record: Payout;
  open: Exclude<PayoutDialog, 'discard'> | AboutLines;
  /** A commission was held. */
  onHeld: (line: PayoutLine) => void;
  onOpen: (dialog: PayoutDialog | null) => void;
}

/** The dialogs of a payout, whose code comes with the first one that is opened. */
export function PayoutDialogs(props: PayoutDialogsProps) {
  const { record, open, onHeld, onOpen } = props;
  const { name } = useCurrentUser().organization;
  const toast = useToast();
  const [saveAccount] = useSavePayoutAccountMutation();
  // The file's dialog opens above the payment that is being filled in.
  const [above, setAbove] = useState(false);
  const close = () => onOpen(null);
  const { id, currency, paidOn } = record.payout;
  if (typeof open === 'object') {
    if ('hold' in open)
      return <HoldDialog id={id} line={open.hold} currency={currency} onHeld={onHeld} onClose={close} />;
    if ('holdAll' in open)
      return <HoldLinesDialog id={id} lines={open.holdAll} currency={currency} onClose={close} />;
    const { statementId, amount } = open.void;
    return (
      <VoidDialog
        payment={{
          by: { statementId: statementId ?? '' },
          amount,
          currency,
          name: displayName(open.void),
          paidOn: paidOn ?? '',
        }}
        onClose={close}
      />
    );
  }
  switch (open) {
    case 'hand over':
      return <HandOverDialog record={record} onClose={close} />;
    case 'reopen':
      return <ReopenDialog record={record} onClose={close} />;
    case 'adjustment':
      return <AdjustmentDialog onClose={close} />;
    case 'file':
      return <FileDialog record={record} onAccount={() => onOpen('account')} onClose={close} />;
    case 'account':
      return (
        <BankDetailsDialog
          title="The account payouts are paid from"
          subtitle="Payment files name it as the payer’s."
          holderName={name}
          withCompany
          note="Kept encrypted. Later only the last characters are shown, and every payment file that holds them is recorded."
          save={(details) => saveAccount(details).unwrap()}
          onSaved={() => toast.success('Account saved')}
          onClose={close}
        />
      );
    case 'pay':
      return (
        <>
          <PayDialog record={record} onDownload={() => setAbove(true)} onClose={close} />
          {above && (
            <FileDialog record={record} onAccount={() => onOpen('account')} onClose={() => setAbove(false)} />
          )}
        </>
      );
  }
}
