import {
  moneyInput,
  percentInput,
  type LineEarns,
  type LineKind,
  type SaleLine,
} from '@paperplane/shared/domain';

/** A line as typed: text everywhere. */
export interface LineValues {
  kind: LineKind;
  text: string;
  amount: string;
  earns: LineEarns;
  rate: string;
  commission: string;
}

export const BLANK_LINE: LineValues = {
  kind: 'fare',
  text: '',
  amount: '',
  earns: 'rate',
  rate: '',
  commission: '',
};

/** What the form shows of a line that is kept; of rate and commission the one that was typed. */
export const valuesOfLine = (line: SaleLine): LineValues => ({
  kind: line.kind,
  text: line.text ?? '',
  amount: moneyInput(line.amount),
  earns: line.earns,
  rate: line.earns === 'rate' ? percentInput(line.rate) : '',
  commission: line.earns === 'amount' ? moneyInput(line.commission) : '',
});
