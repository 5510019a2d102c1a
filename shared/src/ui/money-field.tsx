import { useState, type ChangeEvent, type FocusEvent } from 'react';
import { currencySign } from '../domain/currency';
import { formatMoneyExact, moneyInput } from '../domain/money';
import { readMoney } from '../domain/read-money';
import { TextField, type TextFieldProps } from './text-field';

export interface MoneyFieldProps extends Omit<TextFieldProps, 'type' | 'prefix' | 'suffix' | 'reading'> {
  /** ISO 4217, the agency's: its sign stands before the amount, its code behind it. */
  currency: string;
}

/** What is read of a text that is not written so already; nothing of what is no amount. */
function readingOf(text: string, currency: string): string {
  const read = readMoney(text, { currency });
  if (!read.ok || read.value === null) return '';
  const exact = formatMoneyExact(read.value, currency);
  return text === exact || text === moneyInput(read.value) ? '' : exact;
}

/**
 * A typed amount, kept as the text that was typed (read it with `readMoney` or the `moneyText` schema of domain;
 * fill it with `moneyInput`). A number input would drop a comma or change on the mouse wheel. While it is typed, what was read
 * stands below it (docs/product.md, Money); left with an amount in it, it shows that as amounts are written: `1,482.50`.
 */
export function MoneyField({ currency, onBlur, onChange, ...rest }: MoneyFieldProps) {
  const [reading, setReading] = useState('');
  const sign = currencySign(currency);
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    setReading(readingOf(event.target.value, currency));
    onChange?.(event);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const typed = readMoney(event.target.value, { currency });
    // Before the form reads the field, which it does when it is left.
    if (typed.ok && typed.value !== null && !rest.readOnly) event.target.value = moneyInput(typed.value);
    setReading('');
    onBlur?.(event);
  };
  return (
    <TextField
      autoComplete="off"
      {...rest}
      onChange={type}
      onBlur={leave}
      inputMode="decimal"
      reading={reading}
      prefix={sign !== currency && <span aria-hidden="true">{sign}</span>}
      suffix={<span aria-hidden="true">{currency}</span>}
    />
  );
}
