import { useState } from 'react';
import { Link, paths, useAuth, useCurrentUser, useDraft, useQueryState } from '@paperplane/shared/platform';
import { PageHead, StatusHelpDialog } from '@paperplane/shared/ui';
import type { Commission, RecordAnswer } from '../commission-types';
import { CommissionActions, CommissionDialogs, isPayable } from './commission-actions';
import { CommissionDetails } from './commission-details';
import { readDialog, type OpenDialog } from './open-dialog';
import { leftToRecall } from './recalls';
import { takesManualReceipt } from './receipt-card';

/** Where the page leads back to. */
export const backToCommissions = { to: paths.commissions.href(), label: 'Commissions' };

interface OpenCommissionProps {
  commission: Commission;
  record: RecordAnswer;
  /** It is being asked for again. */
  busy: boolean;
}

/** A commission that is there: what it is, what happened, and, for admins, what can be done with it. */
export function OpenCommission({ commission, record, busy }: OpenCommissionProps) {
  const { isAdmin } = useAuth();
  const { currency, timeZone, receivedOn } = useCurrentUser().organization;
  const { values, set: setQuery } = useQueryState({ pay: '' });
  const draft = useDraft(`commission.${commission.id}`);
  const [open, setOpen] = useState<OpenDialog | null>(() => {
    if (!isAdmin) return null;
    // From "Record payment" on the sale: the dialog opens with the page, once.
    const asked: OpenDialog | null = values.pay && isPayable(commission) ? { dialog: 'payment' } : null;
    const typed = readDialog(draft);
    // A deposit that was matched since says what was received.
    return typed && (typed.dialog !== 'receipt' || takesManualReceipt(commission)) ? typed : asked;
  });
  const change = (next: OpenDialog | null) => {
    setOpen(next);
    if (values.pay) setQuery({ pay: '' }, { replace: true });
  };
  const [help, setHelp] = useState(false);

  return (
    <>
      <PageHead
        title="Commission Details"
        back={backToCommissions}
        link={Link}
        busy={busy}
        actions={
          isAdmin && (
            <CommissionActions
              commission={commission}
              held={Boolean(record.data?.payout?.hold)}
              onOpen={change}
            />
          )
        }
      />
      <CommissionDetails
        commission={commission}
        record={record}
        currency={currency}
        timeZone={timeZone}
        isAdmin={isAdmin}
        onHelp={() => setHelp(true)}
        onOpen={change}
      />
      {open && (
        <CommissionDialogs
          commission={commission}
          open={open}
          left={leftToRecall(commission.payments, record.data?.payout?.recalls ?? [])}
          deposits={record.data?.deposits ?? []}
          draft={draft}
          onOpen={change}
        />
      )}
      {help && <StatusHelpDialog kind="commission" receivedOn={receivedOn} onClose={() => setHelp(false)} />}
    </>
  );
}
