import { formatMoneyExact, plural, toCsv } from '@paperplane/shared/domain';
import { Link, saveFile, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { Button, buttonClass, Card, Download, InlineBanner, Undo2 } from '@paperplane/shared/ui';
import { useState } from 'react';
import { BANK } from '../bank-paths';
import { useUndoBankImportMutation } from '../bank-import-api';
import { placeOf } from '../reading-words';
import type { BankImport, Stage } from '../use-bank-import';

const SHOWN = 20;

/** What waits for somebody, in a sentence. */
function waiting({ groups }: Extract<Stage, { step: 'done' }>['result']): string {
  const count = (group: keyof typeof groups) => groups[group]?.count ?? 0;
  const open = count('certain') + count('review') + count('none');
  const said = [
    open > 0 && `${open} wait for you, ${count('certain')} of them certain.`,
    count('matched') > 0 && `${count('matched')} were matched.`,
    count('set_aside') > 0 && `${count('set_aside')} were set aside, as you did before.`,
  ];
  return said.filter(Boolean).join(' ') || 'Nothing new waits for you.';
}

/** What came of the import. What did not come in is listed, and all of it can be taken back. */
export function Result({ stage, work }: { stage: Extract<Stage, { step: 'done' }>; work: BankImport }) {
  const { check, result } = stage;
  const { file } = check;
  const currency = useCurrentUser().organization.currency;
  const toast = useToast();
  const [undo, { isLoading }] = useUndoBankImportMutation();
  const [undone, setUndone] = useState(false);
  const cancelled = result.status === 'cancelled';
  const takeBack = async () => {
    try {
      const answer = await undo(result.importId).unwrap();
      if (answer.success) {
        setUndone(true);
        toast.success(`${plural(answer.removed ?? 0, 'line')} removed`);
        return;
      }
      const paid = answer.paid?.map(({ booking_reference, agent }) => `${booking_reference} (${agent})`);
      toast.error(
        'The import was not undone',
        new Error(paid?.length ? `Agents have been paid for ${paid.join(', ')}.` : (answer.error ?? '')),
      );
    } catch (error) {
      toast.error('The import was not undone', error);
    }
  };
  const sums = (['certain', 'review', 'set_aside'] as const).flatMap((group) => {
    const sum = result.groups[group];
    return sum && sum.count > 0 ? [{ group, sum }] : [];
  });
  const words = { certain: 'Certain', review: 'Needs a look', set_aside: 'Set aside' };
  return (
    <>
      <Card
        title={
          cancelled
            ? 'Import cancelled'
            : undone
              ? 'Import undone'
              : `${plural(result.added, 'line')} imported`
        }
        footer={
          <>
            {cancelled || undone || result.added === 0 ? (
              <Button variant="outline" onClick={work.restart}>
                Import another file
              </Button>
            ) : (
              <Button
                variant="outline"
                icon={<Undo2 className="pp-i" />}
                loading={isLoading}
                onClick={() => void takeBack()}
              >
                Undo import
              </Button>
            )}
            <Link to={BANK} className={buttonClass('primary')}>
              <span>Go to bank</span>
            </Link>
          </>
        }
      >
        <div className="pp-stack">
          <InlineBanner tone={cancelled || undone ? 'info' : 'success'} title={file.name}>
            {cancelled || undone ? 'Nothing of it stays.' : waiting(result)}
          </InlineBanner>
          {!cancelled && !undone && (
            <dl className="bank-strip">
              {sums.map(({ group, sum }) => (
                <div key={group}>
                  <dt>{words[group]}</dt>
                  <dd>
                    <b>{formatMoneyExact(sum.amount ?? sum.amount_in ?? 0, currency)}</b>
                    <small>{plural(sum.count, 'transaction')}</small>
                  </dd>
                </div>
              ))}
              <div>
                <dt>Already here</dt>
                <dd>
                  <b>{plural(result.here, 'line')}</b>
                  <small>Left alone</small>
                </dd>
              </div>
            </dl>
          )}
        </div>
      </Card>
      {result.refused.length > 0 && !cancelled && (
        <Card
          title={`${plural(result.refused.length, 'line')} not imported`}
          action={
            <Button
              variant="ghost"
              size="sm"
              icon={<Download className="pp-i" />}
              onClick={() =>
                saveFile(
                  `${file.name.replace(/\.\w+$/, '')}-problems.csv`,
                  'text/csv;charset=utf-8',
                  toCsv(
                    ['Line', 'Problem'],
                    result.refused.map(({ line, why }) => [line, why]),
                  ),
                )
              }
            >
              Download
            </Button>
          }
        >
          <ul className="bank-refused">
            {result.refused.slice(0, SHOWN).map(({ line, why }) => (
              <li key={line}>
                <b>{placeOf(file.format, line)}</b>
                <span>{why}</span>
              </li>
            ))}
          </ul>
          <p className="pp-muted pp-sm">
            Correct them in the file and import it again; the other lines stay single.
          </p>
        </Card>
      )}
    </>
  );
}
