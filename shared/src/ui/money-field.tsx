import { TextField, type TextFieldProps } from './text-field';

export interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'prefix' | 'suffix'> {
  /** ISO 4217, shown after the amount. */
  currency?: string;
}

/**
 * A typed amount, kept as the text that was typed (read it with `parseMoney` or the `moneyText` schema of domain;
 * fill it with `moneyInput`). A number input would drop a comma or change on the mouse wheel.
 */
export function MoneyField({ currency = 'USD', ...rest }: MoneyFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...rest}
      inputMode="decimal"
      prefix={currency === 'USD' && <span aria-hidden="true">$</span>}
      suffix={<span aria-hidden="true">{currency}</span>}
    />
  );
}
