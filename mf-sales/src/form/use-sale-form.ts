import { useForm, valibotResolver, type Path } from '@paperplane/shared/forms';
import { followingText } from './commission-figures';
import { saleSchema, type CheckedSale } from './sale-schema';
import type { SaleValues } from './sale-values';

/**
 * The state of the sale form: errors on blur and submit, gone on input; rate and amount drive each other and remember which of them
 * was typed.
 */
export function useSaleForm(defaultValues: SaleValues) {
  const form = useForm<SaleValues, unknown, CheckedSale>({
    defaultValues,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    // The summary takes the focus, and leads to the fields.
    shouldFocusError: false,
    resolver: valibotResolver(saleSchema),
  });
  const { register, setValue, getValues, clearErrors } = form;

  /** Lets the number nobody typed follow. */
  function follow() {
    const { commissionRate, commissionAmount } = followingText(getValues());
    if (commissionRate !== undefined) setValue('commissionRate', commissionRate);
    if (commissionAmount !== undefined) setValue('commissionAmount', commissionAmount);
    clearErrors(['commissionRate', 'commissionAmount']);
  }

  /** Registers a text field whose errors go as soon as it, or one it is compared with, is changed. */
  const field = (name: Path<SaleValues>, compared: Path<SaleValues>[] = []) =>
    register(name, { onChange: () => clearErrors([name, ...compared]) });

  const amountField = (name: 'totalAmount' | 'commissionRate' | 'commissionAmount') =>
    register(name, {
      onChange: () => {
        if (name === 'commissionRate') setValue('commissionBasis', 'rate');
        if (name === 'commissionAmount') setValue('commissionBasis', 'amount');
        clearErrors(name);
        follow();
      },
    });

  /** Fills the rate, as a choice of vendor does. */
  function setRate(rate: string) {
    setValue('commissionRate', rate);
    setValue('commissionBasis', 'rate');
    follow();
  }

  return { ...form, field, amountField, setRate };
}

export type SaleForm = ReturnType<typeof useSaleForm>;
