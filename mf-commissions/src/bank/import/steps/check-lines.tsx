import { formatCount, formatDate, plural } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Button, Card, InlineBanner, SelectField, Spinner } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { NumberedLine } from '../../files/engine/engine';
import type { Row } from '../../files/csv/grammar';
import { balanceWords, moneyOf, previewRows, type FateName, type PreviewRow } from '../preview-rows';
import type { BankImport, Check } from '../use-bank-import';
import { AccountChoice, proposedAccount } from './account-choice';
import { FateStrip } from './fate-strip';
import { LinesTable } from './lines-table';
import { ReadingBar } from './reading-bar';

/** While something is still to be said, the first lines as they stand. */
const asTheyStand = (rows: readonly Row[]): PreviewRow[] =>
  rows.map(({ line, cells }) => ({
    line,
    fate: 'new',
    note: '',
    content: { line, cells } as NumberedLine,
    source: '',
  }));

/** What importing will do with each line, how the file is read, and for which account. Nothing has been written yet. */
export function CheckLines({ check, work }: { check: Check; work: BankImport }) {
  const { file, read, accountId, fates, earlier } = check;
  const statement = read.statements[check.statement];
  const user = useCurrentUser();
  const currency = statement?.currency ?? user.organization.currency;
  const [added, setAdded] = useState(() => proposedAccount(statement));
  const rows = read.question
    ? asTheyStand(check.samples)
    : previewRows(check.lines, read.problems, check.fates);
  const waits = accountId !== '' && fates === null && read.question === null;
  const count = (fate: FateName) => rows.filter((row) => row.fate === fate).length;
  const foreign = currency !== user.organization.currency;
  const nameless = accountId === '' && added.name.trim() === '';
  const days = statement?.first ? `${formatDate(statement.first)} to ${formatDate(statement.last)}` : null;
  const fresh = count('new');
  const ready = read.question === null && !waits && fresh > 0 && !nameless && !foreign;
  const start = () => void work.run(check, accountId === '' ? added : null);
  return (
    <>
      <Card
        title={file.name}
        footer={
          <>
            <Button variant="outline" onClick={work.restart}>
              Choose another file
            </Button>
            <Button loading={work.busy} disabled={!ready} onClick={start}>
              {read.question === null && !waits ? `Import ${plural(fresh, 'line')}` : 'Import'}
            </Button>
          </>
        }
      >
        <div className="pp-stack">
          <p className="pp-muted">
            {[statement && plural(statement.count + read.problems.length, 'line'), days]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {earlier && (
            <InlineBanner tone="info" title="This file has been imported before">
              {`On ${formatDate(earlier.createdAt)} by ${earlier.by}: ${plural(earlier.added, 'line')} added. What is here already is left alone.`}
            </InlineBanner>
          )}
          {foreign && (
            <InlineBanner tone="warning" title={`This account is in ${currency}`}>
              {`Commissions are in ${user.organization.currency}: only accounts in it are imported.`}
            </InlineBanner>
          )}
          {read.question && <InlineBanner tone="warning" title={read.question} />}
          {read.statements.length > 1 && (
            <SelectField
              label="Account in the file"
              name="statement"
              value={String(check.statement)}
              options={read.statements.map((each, index) => ({
                value: String(index),
                label: `${each.account ?? 'Account'} ${each.currency ?? ''}: ${plural(each.count, 'line')}`,
              }))}
              onChange={(event) => void work.chooseStatement(check, Number(event.target.value))}
            />
          )}
          <AccountChoice
            accountId={accountId}
            onChoose={(id) => void work.chooseAccount(check, id)}
            added={added}
            onType={setAdded}
          />
          <ReadingBar {...{ check, work }} />
        </div>
      </Card>
      {read.question === null && statement && (
        <FateStrip
          figures={{ new: fresh, here: count('here'), broken: count('broken') }}
          money={moneyOf(
            rows.filter(({ fate }) => fate === 'new'),
            currency,
          )}
          balances={balanceWords(statement, currency)}
          waits={waits}
        />
      )}
      <Card title={read.question ? 'The first lines' : 'What will happen to each line'}>
        {waits ? (
          <Spinner label="Comparing with what is here" />
        ) : (
          <LinesTable {...{ rows, check, work, currency }} />
        )}
        {read.leftOut.length > 0 && (
          <p className="pp-muted pp-sm">
            {`${formatCount(read.leftOut.length)} more ${read.leftOut.length === 1 ? 'line holds' : 'lines hold'} no booked movement: totals, balances, what is pending.`}
          </p>
        )}
      </Card>
    </>
  );
}
