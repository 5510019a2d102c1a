import { actName, formatMoneyExact, plural, sumAmounts, type ActFacts } from '@paperplane/shared/domain';
import { Link, useCurrentUser, useToast, paths } from '@paperplane/shared/platform';
import {
  Archive,
  Button,
  buttonClass,
  Card,
  Check as CheckIcon,
  Copy,
  cx,
  Inbox,
  StatusGlyph,
  Undo2,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { useTakeBackBankImportMutation } from '../../bank-api';
import '@paperplane/shared/ui/kit/strip-lazy.css';
import { groupSums, waiting, type GroupName } from '../result-words';
import type { BankImport, Stage } from '../use-bank-import';
import { RefusedLines } from './refused-lines';
import { TrackingOffer } from './tracking-offer';

const GROUPS: Readonly<Record<GroupName, { word: string; icon: React.ReactNode }>> = {
  certain: { word: 'Certain', icon: <StatusGlyph status="paid" /> },
  look: { word: 'Needs a look', icon: <Inbox className="pp-i" /> },
  matched: { word: 'Matched', icon: <StatusGlyph status="paid" /> },
  aside: { word: 'Set aside', icon: <Archive className="pp-i" /> },
};

/** Takes an import back; says why where that is refused. */
function useTakeBack(importId: string, facts: ActFacts, onDone: () => void) {
  const toast = useToast();
  const [undo, { isLoading }] = useTakeBackBankImportMutation();
  const run = async () => {
    try {
      const answer = await undo(importId).unwrap();
      if (answer.ok) {
        onDone();
        toast.done(
          actName(`${plural(answer.removed ?? 0, 'line')} removed`, facts),
          'The file can be imported again.',
        );
        return;
      }
      const paid = answer.paid?.map(({ bookingReference, agent }) => `${bookingReference} (${agent})`);
      toast.error(
        'The import was not undone',
        new Error(paid?.length ? `Agents have been paid for ${paid.join(', ')}.` : (answer.error ?? '')),
      );
    } catch (error) {
      toast.error('The import was not undone', error);
    }
  };
  return { run, isLoading };
}

/** What came of the import. What did not come in is listed, and all of it can be taken back. */
export function Result({ stage, work }: { stage: Extract<Stage, { step: 'done' }>; work: BankImport }) {
  const { check, result } = stage;
  const { file } = check;
  const { currency } = useCurrentUser().organization;
  const [undone, setUndone] = useState(false);
  const cancelled = result.status === 'cancelled';
  const gone = cancelled || undone;
  const [nextFile] = work.waiting;
  const { open, sums } = groupSums(result.groups);
  // Lines in and out together, as the strip below tells them apart.
  const moved = (key: 'amountIn' | 'amountOut') =>
    formatMoneyExact(sumAmounts(sums.map(({ sum }) => ({ amount: sum[key] }))), currency);
  const facts = {
    amount: `${moved('amountIn')} in, ${moved('amountOut')} out`,
    who: `of ${file.name}`,
  };
  const takeBack = useTakeBack(result.importId, facts, () => setUndone(true));
  const title = cancelled
    ? 'Import cancelled'
    : undone
      ? 'Import undone'
      : `${plural(result.added, 'line')} imported`;
  return (
    <>
      <Card label="Result" padded={false}>
        <div className={cx('bank-done', gone && 'is-gone')}>
          <span className="pp-tile pp-tile-lg" aria-hidden="true">
            {gone ? <Undo2 className="pp-i pp-i-20" /> : <CheckIcon className="pp-i pp-i-20" />}
          </span>
          <h2>{title}</h2>
          <p role="status">{gone ? `Nothing of ${file.name} stays.` : waiting(result.groups)}</p>
          <div className="pp-row">
            {nextFile && (gone || result.added === 0) ? null : gone || result.added === 0 ? (
              <Button variant="outline" onClick={work.restart}>
                Import another file
              </Button>
            ) : (
              <Button
                variant="outline"
                icon={<Undo2 className="pp-i" />}
                loading={takeBack.isLoading}
                aria-label={actName('Undo import', facts)}
                onClick={() => void takeBack.run()}
              >
                Undo import
              </Button>
            )}
            {nextFile ? (
              <Button onClick={work.next}>Go on with {nextFile.name}</Button>
            ) : (
              <Link to={paths.bank.href()} className={buttonClass('primary')}>
                <span>{!gone && open > 0 ? `Review ${open}` : 'Go to bank'}</span>
              </Link>
            )}
          </div>
        </div>
        {!gone && (
          <dl className="strip is-free">
            {sums.map(({ name, sum }) => (
              <div key={name}>
                <dt className={cx((name === 'certain' || name === 'matched') && 'bank-certain')}>
                  {GROUPS[name].icon} {GROUPS[name].word}
                </dt>
                <dd>
                  <b>{formatMoneyExact(sum.amountIn, currency)}</b>
                  <small>
                    {plural(sum.count, 'transaction')}
                    {sum.amountOut > 0 && `, ${formatMoneyExact(sum.amountOut, currency)} out`}
                  </small>
                </dd>
              </div>
            ))}
            <div>
              <dt>
                <Copy className="pp-i" /> Already here
              </dt>
              <dd>
                <b>{plural(result.here, 'line')}</b>
                <small>Left alone</small>
              </dd>
            </div>
          </dl>
        )}
      </Card>
      {!gone && <TrackingOffer />}
      {result.refused.length > 0 && !gone && <RefusedLines file={file} lines={result.refused} />}
    </>
  );
}
