import type { FocusEvent } from 'react';
import { moneyInput, parseMoney } from '../domain/money';
import { TextField, type TextFieldProps } from './text-field';

export interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'prefix' | 'suffix'> {
  /** ISO 4217, shown after the amount. */
  currency?: string;
}

/**
 * A typed amount, kept as the text that was typed (read it with `parseMoney` or the `moneyText` schema of domain;
 * fill it with `moneyInput`). A number input would drop a comma or change on the mouse wheel. Left with an amount in it,
 * it shows that as amounts are written: `1,482.50`.
 */
export function MoneyField({ currency = 'USD', onBlur, ...rest }: MoneyFieldProps) {
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const typed = parseMoney(event.target.value);
    // Before the form reads the field, which it does when it is left.
    if (typed.ok && typed.value !== null && !rest.readOnly) event.target.value = moneyInput(typed.value);
    onBlur?.(event);
  };
  return (
    <TextField
      autoComplete="off"
      {...rest}
      onBlur={leave}
      inputMode="decimal"
      prefix={currency === 'USD' && <span aria-hidden="true">$</span>}
      suffix={<span aria-hidden="true">{currency}</span>}
    />
  );
}
