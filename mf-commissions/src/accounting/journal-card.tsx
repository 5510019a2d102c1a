import { formatMoneyExact, NO_AMOUNT, plural } from '@paperplane/shared/domain';
import { Button, Card, cx, MobileList, Settings, Table, Td, Th } from '@paperplane/shared/ui';
import { AccountField } from './account-field';
import { accountLabel, formatLabel } from './account-words';
import type { Journal, JournalAccount, JournalFormat } from './accounting-types';
import { amountText } from './amount-text';
import { lacks, mappedText } from './mapped-account';
import { monthText } from './months';

interface JournalCardProps {
  journal: Journal;
  format: JournalFormat;
  isOwner: boolean;
  onSettings: () => void;
}

const keyOf = ({ account, bankAccountId }: JournalAccount): string => bankAccountId ?? account;

/** The journal of a month, which is the map as well: accounts are chosen where amounts stand. */
export function JournalCard({ journal, format, isOwner, onSettings }: JournalCardProps) {
  const { accounts, currency, settings } = journal;
  const known = [
    ...new Set(
      accounts.flatMap(({ number, name }) =>
        number === null && name === null ? [] : [mappedText({ number, name })],
      ),
    ),
  ].sort();
  const needs = (account: JournalAccount) =>
    (account.debit !== 0 || account.credit !== 0) &&
    lacks(account, format, settings.datevAccountLength) !== null;
  const field = (account: JournalAccount, place: string) => (
    <AccountField
      account={account}
      format={format}
      datevLength={settings.datevAccountLength}
      known={known}
      readOnly={!isOwner}
      name={place}
    />
  );
  return (
    <Card
      title={`Journal of ${monthText(journal.month)}`}
      action={
        <span className="pp-row">
          <span className="pp-muted pp-sm journal-count">{plural(journal.entries, 'entry', 'entries')}</span>
          {isOwner && (
            <Button
              variant="ghost"
              size="sm"
              icon={<Settings className="pp-i" />}
              aria-label="How the books are kept"
              onClick={onSettings}
            >
              <span className="only-d">Settings</span>
            </Button>
          )}
        </span>
      }
      padded={false}
    >
      <Table
        label="Accounts of the journal"
        className="journal"
        head={
          <>
            <Th>In Paperplane</Th>
            <Th>In {format === 'csv' ? 'your books' : formatLabel(format)}</Th>
            <Th numeric>Debit</Th>
            <Th numeric>Credit</Th>
          </>
        }
        foot={
          <tr>
            <td colSpan={2}>Total</td>
            <td className="r">
              <span>{formatMoneyExact(journal.debit, currency)}</span>
            </td>
            <td className="r">
              <span>{formatMoneyExact(journal.credit, currency)}</span>
            </td>
          </tr>
        }
      >
        {accounts.map((account) => (
          <tr key={keyOf(account)} className={cx(needs(account) && 'need') || undefined}>
            <Td>
              <span className="pp-strong">{accountLabel(account)}</span>
            </Td>
            <Td>{field(account, 'account')}</Td>
            <Td numeric>{amountText(account.debit)}</Td>
            <Td numeric>{amountText(account.credit)}</Td>
          </tr>
        ))}
      </Table>
      <MobileList label="Accounts of the journal">
        {accounts.map((account) => (
          <li key={keyOf(account)} className={cx('journal-row', needs(account) && 'need')}>
            <b className="pp-strong">{accountLabel(account)}</b>
            <span className="pp-amt">
              {account.debit !== 0 && <span>{amountText(account.debit)}</span>}
              {account.credit !== 0 && <span>−{amountText(account.credit)}</span>}
              {account.debit === 0 && account.credit === 0 && NO_AMOUNT}
            </span>
            {field(account, 'account-row')}
          </li>
        ))}
        <li className="journal-row is-total">
          <b className="pp-strong">Debit</b>
          <b className="pp-amt">{formatMoneyExact(journal.debit, currency)}</b>
          <b className="pp-strong">Credit</b>
          <b className="pp-amt">
            {journal.credit !== 0 && '−'}
            {formatMoneyExact(journal.credit, currency)}
          </b>
        </li>
      </MobileList>
    </Card>
  );
}
