import { moneyInput, percentInput, type LineSums } from '@paperplane/shared/domain';
import type { SaleEditor } from '../use-sale-editor';
import { BLANK_LINE } from './line-values';

type Form = SaleEditor['form'];

/** The typed total becomes the first line, with what was typed of rate and commission. */
export function toLines({ getValues, setValue, clearErrors }: Form): void {
  const { totalAmount, commissionRate, commissionAmount, commissionBasis } = getValues();
  setValue('lines', [
    {
      ...BLANK_LINE,
      amount: totalAmount,
      earns: commissionBasis,
      rate: commissionBasis === 'rate' ? commissionRate : '',
      commission: commissionBasis === 'amount' ? commissionAmount : '',
    },
  ]);
  clearErrors(['totalAmount', 'commissionRate', 'commissionAmount']);
}

/** What the lines came to is one total again, and the commission an amount. */
export function toOneTotal({ setValue, clearErrors }: Form, sums: LineSums): void {
  setValue('totalAmount', moneyInput(sums.total));
  setValue('commissionBasis', 'amount');
  setValue('commissionAmount', moneyInput(sums.commission));
  setValue('commissionRate', percentInput(sums.rate));
  setValue('lines', []);
  clearErrors('lines');
}
