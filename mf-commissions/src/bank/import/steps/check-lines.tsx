import { actName, plural } from '@paperplane/shared/domain';
import { VerdictStrip, type VerdictName } from '@paperplane/shared/import';
import { useCurrentUser } from '@paperplane/shared/platform';
import {
  Button,
  Card,
  FileUp,
  InlineBanner,
  Scale,
  SEND_KEYS,
  ShieldCheck,
  Spinner,
  useKeys,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import type { Row } from '../../files/csv/rows';
import { balanceWords, leftOutWords, moneyOf, previewRows, type PreviewRow } from '../preview-rows';
import type { BankImport, Check } from '../use-bank-import';
import { proposedAccount } from './account-choice';
import { BalancesDialog } from './balances-dialog';
import { FileCard } from './file-card';
import { ImportFrame } from './import-frame';
import { LinesTable } from './lines-table';

/** While something is still to be said, the first lines as they stand. */
const asTheyStand = (rows: readonly Row[]): PreviewRow[] =>
  rows.map(({ line, cells }) => ({
    line,
    verdict: 'new',
    note: '',
    content: null,
    cells,
    source: '',
    wrong: null,
  }));

/** Whether the balances in the file say that no line is missing. */
function BalancesFigure({ balances }: { balances: ReturnType<typeof balanceWords> }) {
  return (
    <div>
      <dt>
        <Scale className="pp-i" /> Balances in the file
      </dt>
      <dd>
        <b className={balances ? (balances.addsUp ? 'ok' : 'wrong') : undefined}>
          {balances?.title ?? 'None'}
        </b>
        <small>{balances?.detail ?? 'Nothing to check'}</small>
      </dd>
    </div>
  );
}

/** What importing will do with each line, how the file is read, and for which account. Nothing has been written yet. */
export function CheckLines({ check, work }: { check: Check; work: BankImport }) {
  const { read, accountId, verdicts } = check;
  const statement = read.statements[check.statement];
  const own = useCurrentUser().organization.currency;
  const currency = statement?.currency ?? own;
  const [added, setAdded] = useState(() => proposedAccount(statement));
  const asks = read.question !== null;
  const rows = asks
    ? asTheyStand(check.samples)
    : previewRows(check.lines, read.problems, verdicts, check.brokenCells);
  const waits = accountId !== '' && verdicts === null && !asks;
  const count = (verdict: VerdictName) => rows.filter((row) => row.verdict === verdict).length;
  const foreign = currency !== own;
  const fresh = count('new');
  const ready = !asks && !waits && !foreign && !work.busy && fresh > 0;
  const [asksAboutBalances, setAsking] = useState(false);
  const doubt = statement?.balances.find(({ addsUp }) => !addsUp);
  const run = () => void work.run(check, accountId === '' ? added : null);
  const start = () => (doubt ? setAsking(true) : run());
  useKeys({ 'Mod+Enter': ready ? start : undefined });
  const label = asks || waits ? 'Import' : `Import ${plural(fresh, 'line')}`;
  const news = rows.filter(({ verdict }) => verdict === 'new');
  const primary = {
    loading: work.busy,
    disabled: !ready,
    onClick: start,
    'aria-label': ready
      ? actName(label, {
          amount: moneyOf(news, currency),
          days: news.map(({ content }) => content?.bookedOn ?? ''),
        })
      : undefined,
  };
  return (
    <ImportFrame
      work={work}
      actions={
        <>
          <Button
            variant="outline"
            icon={<FileUp className="pp-i" />}
            onClick={work.waiting.length > 0 ? work.next : work.restart}
          >
            {work.waiting.length > 0 ? 'Skip this file' : 'Choose another file'}
          </Button>
          <Button
            {...primary}
            className="docked-twin"
            iconAfter={
              <kbd className="pp-kbd" aria-hidden="true">
                {SEND_KEYS}
              </kbd>
            }
          >
            {label}
          </Button>
        </>
      }
      docked={
        <Button {...primary} block>
          {label}
        </Button>
      }
    >
      <FileCard {...{ check, work, added }} onType={setAdded}>
        {foreign && (
          <InlineBanner tone="warning" title={`This account is in ${currency}`}>
            {`Commissions are in ${own}: only accounts in it are imported.`}
          </InlineBanner>
        )}
        {asks && <InlineBanner tone="warning" title={read.question ?? ''} />}
      </FileCard>
      {!asks && statement && (
        <VerdictStrip
          figures={{ new: fresh, here: count('here'), broken: count('broken') }}
          noun="line"
          news={moneyOf(news, currency)}
          waits={waits}
        >
          <BalancesFigure balances={balanceWords(statement, currency)} />
        </VerdictStrip>
      )}
      {waits ? (
        <Card title="What will happen to each line">
          <Spinner label="Comparing with what is here" />
        </Card>
      ) : (
        <LinesTable {...{ rows, check, work, currency }} />
      )}
      {leftOutWords(read.leftOut).map((words) => (
        <p key={words} className="pp-muted pp-sm">
          {words}
        </p>
      ))}
      {asksAboutBalances && doubt && (
        <BalancesDialog
          {...{ check, doubt, currency }}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            run();
          }}
        />
      )}
      <p className="bank-after">
        <ShieldCheck className="pp-i" />
        Nothing is written before Import, and the import can be undone.
        {check.file.format === 'csv' && ' The columns are remembered for this account.'}
      </p>
    </ImportFrame>
  );
}
