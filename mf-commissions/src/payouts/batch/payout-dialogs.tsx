import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useState } from 'react';
import { BankDetailsDialog } from '../parts/bank-details-dialog';
import type { Payout, PayoutLine } from '../payout-types';
import { useSavePayoutAccountMutation } from '../payouts-api';
import { AdjustmentDialog } from './adjustment-dialog';
import { FileDialog } from './file-dialog';
import { HoldDialog } from './hold-dialog';
import { PayDialog } from './pay-dialog';
import type { PayoutDialog } from './payout-buttons';

interface PayoutDialogsProps {
  record: Payout;
  open: Exclude<PayoutDialog, 'discard'> | { hold: PayoutLine };
  downloaded: string | null;
  onDownloaded: () => void;
  onOpen: (dialog: PayoutDialog | null) => void;
}

/** The dialogs of a payout, whose code comes with the first one that is opened. */
export function PayoutDialogs({ record, open, downloaded, onDownloaded, onOpen }: PayoutDialogsProps) {
  const { name } = useCurrentUser().organization;
  const toast = useToast();
  const [saveAccount] = useSavePayoutAccountMutation();
  // The file's dialog opens above the payment that is being filled in.
  const [above, setAbove] = useState(false);
  const close = () => onOpen(null);
  const { currency } = record.payout;
  if (typeof open === 'object') return <HoldDialog line={open.hold} currency={currency} onClose={close} />;
  switch (open) {
    case 'adjustment':
      return <AdjustmentDialog currency={currency} onClose={close} />;
    case 'file':
      return (
        <FileDialog
          record={record}
          onSaved={onDownloaded}
          onAccount={() => onOpen('account')}
          onClose={close}
        />
      );
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
          <PayDialog
            record={record}
            downloaded={downloaded}
            onDownload={() => setAbove(true)}
            onClose={close}
          />
          {above && (
            <FileDialog
              record={record}
              onSaved={onDownloaded}
              onAccount={() => onOpen('account')}
              onClose={() => setAbove(false)}
            />
          )}
        </>
      );
  }
}
