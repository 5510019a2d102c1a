import {
  canEarn,
  LINE_KINDS,
  lineCommission,
  MESSAGES,
  optionalText,
  parsePercent,
  readMoney,
  type MoneyReading,
  type SaleLine,
} from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { LineValues } from './line-values';

/** A typed amount of either sign; `null` where it is none. */
export function readSigned(typed: string, money: MoneyReading): number | null {
  const text = typed.trim();
  const minus = /^[-−–]/.test(text);
  const read = readMoney(minus ? text.slice(1) : text, money);
  if (!read.ok || read.value === null) return null;
  return minus && read.value !== 0 ? -read.value : read.value;
}

/** A typed discount is below zero, with a minus or without. */
const amountOf = ({ kind, amount }: LineValues, money: MoneyReading): number | null => {
  const read = readSigned(amount, money);
  return kind === 'discount' && read !== null && read !== 0 ? -Math.abs(read) : read;
};

function typedHalf(line: LineValues, money: MoneyReading): number | null {
  if (line.earns === 'nothing' || !canEarn(line.kind)) return 0;
  if (line.earns === 'amount') {
    const read = readSigned(line.commission, money);
    return read === null ? null : Math.abs(read);
  }
  const read = parsePercent(line.rate);
  return read.ok ? read.value : null;
}

/** A typed line as numbers, what is not readable as 0: for sums that are shown live. */
export function lineOf(line: LineValues, money: MoneyReading): SaleLine {
  const { kind } = line;
  const earns = canEarn(kind) ? line.earns : 'nothing';
  const amount = amountOf(line, money) ?? 0;
  const text = line.text.trim() || null;
  return {
    kind,
    text,
    amount,
    earns,
    ...lineCommission({ kind, amount, earns }, typedHalf(line, money) ?? 0),
  };
}

/**
 * The rules of a line: those of the database, earlier and with the same messages. It leaves as a `SaleLine`.
 * @param money whose amounts are typed
 */
export const lineSchema = (money: MoneyReading) =>
  v.pipe(
    v.object({
      kind: v.picklist(LINE_KINDS),
      text: v.pipe(
        v.string(),
        v.check((text) => v.safeParse(optionalText(200), text).success, 'Use at most 200 characters.'),
      ),
      amount: v.string(),
      earns: v.picklist(['rate', 'amount', 'nothing']),
      rate: v.string(),
      commission: v.string(),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const line = dataset.value;
      const tell = (key: 'amount' | 'rate' | 'commission', message: string) =>
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: line, key, value: line[key] }],
        });
      const amount = amountOf(line, money);
      if (amount === null) tell('amount', MESSAGES.moneyFormat);
      else if (amount < 0 && line.kind !== 'discount') tell('amount', MESSAGES.moneyNegative);
      const half = typedHalf(line, money);
      const key = line.earns === 'amount' ? 'commission' : 'rate';
      const rate = parsePercent(line.rate);
      if (half === null)
        tell(
          key,
          key === 'commission'
            ? MESSAGES.moneyFormat
            : rate.ok
              ? MESSAGES.commissionRate
              : MESSAGES[rate.problem],
        );
      else if (key === 'commission' && amount !== null && half > Math.abs(amount))
        tell('commission', 'A line earns at most its amount.');
    }),
    v.transform((line) => lineOf(line, money)),
  );
