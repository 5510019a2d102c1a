import { formatDate } from '@paperplane/shared/domain';
import { ConfirmDialog } from '@paperplane/shared/ui';
import type { Balances } from '../../files/types';
import { signedMoney } from '../../parts/bank-words';
import { placeOf } from '../../files/formats';
import type { Check } from '../use-bank-import';

interface BalancesDialogProps {
  check: Check;
  /** The balances that do not add up. */
  doubt: Balances;
  currency: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a file is imported whose balances say that a line is missing or was read wrongly, and shows where they break. */
export function BalancesDialog({ check, doubt, currency, onConfirm, onCancel }: BalancesDialogProps) {
  const money = (amount: string) => signedMoney(Number(amount), currency);
  const line = check.lines.find((each) => each.line === doubt.wrongAt);
  return (
    <ConfirmDialog
      title="Import although the balances do not add up?"
      confirmLabel="Import anyway"
      cancelLabel="Look again"
      variant="primary"
      {...{ onConfirm, onCancel }}
    >
      <p>
        {doubt.wrongAt === null
          ? `The file goes from ${money(doubt.opening)} to ${money(doubt.closing)}, and its lines do not lead there.`
          : `${placeOf(check.file.format, doubt.wrongAt)} is the first whose balance does not follow.`}{' '}
        A line may be missing, or an amount may have the wrong sign.
      </p>
      {line && (
        <p className="pp-strong">{`${formatDate(line.bookedOn)} · ${line.text} · ${Number(line.amount) > 0 ? '+' : ''}${money(line.amount)}`}</p>
      )}
    </ConfirmDialog>
  );
}
