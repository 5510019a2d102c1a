import { formatMoneyExact } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Button, DateField, MoneyField } from '@paperplane/shared/ui';
import type { SaleDetail } from '../sale';
import type { PenaltyText } from './read-penalty';

/** What the fields are given. */
export interface PenaltyFieldsProps {
  sale: SaleDetail;
  typed: PenaltyText;
  errors: { amount?: string; dueOn?: string };
  /** With null the vendor pays nothing any more. */
  onType: (typed: PenaltyText | null) => void;
}

/** How much the vendor still pays of the commission, and by when. */
export function PenaltyFields({ sale, typed, errors, onType }: PenaltyFieldsProps) {
  const { organization } = useCurrentUser();
  const { currency, commissionAmount } = sale;
  return (
    <div className="sale-penalty">
      <MoneyField
        label="What the vendor still pays"
        name="penalty"
        money={{ ...organization, currency }}
        hint={`Of the commission of ${formatMoneyExact(commissionAmount, currency)}. Divided as a commission.`}
        value={typed.amount}
        error={errors.amount}
        onChange={(event) => onType({ ...typed, amount: event.target.value })}
      />
      <DateField
        label="Due"
        name="penaltyDue"
        optional
        order={organization.dateOrder}
        value={typed.dueOn}
        error={errors.dueOn}
        onChange={(event) => onType({ ...typed, dueOn: event.target.value })}
      />
      <Button variant="link" size="sm" onClick={() => onType(null)}>
        The vendor pays nothing
      </Button>
    </div>
  );
}
