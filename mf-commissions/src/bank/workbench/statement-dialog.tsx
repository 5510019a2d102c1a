import { FileProblem } from '@paperplane/shared/import/files';
import {
  displayMessage,
  formatCents,
  formatMoneyExact,
  plural,
  toCents,
  type MoneyReading,
} from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { FormDialog, TextArea } from '@paperplane/shared/ui';
import { useMemo, useState } from 'react';
import { useSaveBankRemittanceMutation } from '../bank-api';
import type { BankRecord } from '../bank-types';
import { readStatement } from '../statements/reader/read-statement';
import type { ReadStatement, StatementHints } from '../statements/reader/types';
import { leftOutWords } from '../statements/statement-words';

interface StatementDialogProps {
  record: BankRecord;
  /** Of a file; empty for rows that are pasted here. */
  text: string;
  fileName: string;
  onSaved: () => void;
  onClose: () => void;
}

const SHOWN = 50;

function read(text: string, money: MoneyReading, hints: StatementHints): ReadStatement | string | null {
  if (text.trim() === '') return null;
  try {
    return readStatement(text, money, hints);
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    throw error;
  }
}

/** The rows of a vendor's statement, as they are read, before they are matched. */
export function StatementDialog({ record, text, fileName, onSaved, onClose }: StatementDialogProps) {
  const { transaction } = record;
  const { organization } = useCurrentUser();
  const { currency } = organization;
  const [typed, setTyped] = useState(text);
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const [save, { isLoading }] = useSaveBankRemittanceMutation();
  const { open } = record;
  const answer = useMemo(
    () =>
      read(typed, organization, {
        references: open.map(({ bookingReference }) => bookingReference),
        deposit: toCents(transaction.amount),
      }),
    [typed, organization, open, transaction.amount],
  );
  const statement = typeof answer === 'string' ? null : answer;
  const problem =
    typeof answer === 'string' ? answer : asked && !statement ? 'Paste the rows of the statement.' : null;
  const submit = async () => {
    setAsked(true);
    setFailure(null);
    if (!statement || statement.lines.length === 0) return;
    try {
      const saved = await save({
        id: transaction.id,
        fileName: fileName || 'Pasted rows',
        lines: statement.lines,
        fees: statement.fees,
      }).unwrap();
      if (saved.ok) onSaved();
      else setFailure(saved.error ?? 'The statement was not saved.');
    } catch (error) {
      setFailure(displayMessage(error));
    }
  };
  return (
    <FormDialog
      title="The vendor’s statement"
      subtitle={`Deposit of ${formatMoneyExact(transaction.amount, currency)}`}
      submitLabel={statement ? `Match ${plural(statement.lines.length, 'line')}` : 'Match lines'}
      busy={isLoading}
      failure={failure}
      failedTitle="Not saved"
      dirty={typed !== text}
      onSubmit={() => void submit()}
      onClose={onClose}
      stacked
    >
      <TextArea
        label="Rows"
        name="rows"
        hint="Reference, name and amount, one booking a line"
        rows={6}
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      {statement && <Preview statement={statement} amount={transaction.amount} currency={currency} />}
    </FormDialog>
  );
}

function Preview({
  statement,
  amount,
  currency,
}: {
  statement: ReadStatement;
  amount: number;
  currency: string;
}) {
  const { lines, total, fees, fee, leftOut, problems } = statement;
  const off = total - fee - toCents(amount);
  const money = (cents: number) => formatCents(cents, currency);
  return (
    <div className="wb-preview">
      <table aria-label="Lines as they are read">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Reference</th>
            <th scope="col">Name</th>
            <th scope="col" className="r">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, SHOWN).map(({ line, reference, name, amount: text }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{reference}</td>
              <td>{name}</td>
              <td className="r">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > SHOWN && <p className="pp-muted pp-sm">{lines.length - SHOWN} more lines</p>}
      <p className="pp-sm">
        <b className="pp-strong">{money(total - fee)}</b>
        {fee > 0 && ` after ${plural(fees.length, 'fee')} of ${money(fee)}`}{' '}
        {off === 0
          ? 'equals the deposit.'
          : `is ${money(Math.abs(off))} ${off > 0 ? 'more' : 'less'} than the deposit.`}
      </p>
      {leftOut.length > 0 && <p className="pp-muted pp-sm">{leftOutWords(leftOut)}</p>}
      {problems.length > 0 && (
        <p className="pp-sm wb-problems">
          {plural(problems.length, 'line is', 'lines are')} left out:{' '}
          {problems
            .slice(0, 5)
            .map(({ line, why }) => `line ${line}: ${why}`)
            .join(' ')}
        </p>
      )}
    </div>
  );
}
