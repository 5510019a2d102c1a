import { formatMoney, formatTime, plural } from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import { Inbox, Landmark, RefreshCw, TriangleAlert } from '@paperplane/shared/ui';
import { StripFigure } from '../../parts/strip-figure';
import type { BankAccountsPage } from '../bank-types';
import { untilText, type Clock } from './source-words';

interface AccountsStripProps {
  /** Undefined while it loads or when it did not. */
  totals: BankAccountsPage['totals'] | undefined;
  failed: boolean;
  currency: string;
  clock: Clock;
}

/** What the accounts hold, what waits, what is missing, and when the next lines come. */
export function AccountsStrip({ totals, failed, currency, clock }: AccountsStripProps) {
  const money = (amount: number) => formatMoney(amount, { currency });
  return (
    <section className="pp-card strip" aria-label="Accounts at a glance">
      <StripFigure
        label="Balance"
        icon={<Landmark className="pp-i" />}
        figure={totals && (totals.balanceCount > 0 ? money(totals.balance) : '–')}
        notes={
          totals && [
            <>
              {totals.balanceCount > 0 ? plural(totals.balanceCount, 'account') : 'Banks and files tell it'}
              {totals.balanceCount > 0 && <span className="only-d">, each on its last day</span>}
            </>,
          ]
        }
        failed={failed}
      />
      <StripFigure
        to={paths.bank.href()}
        label="To review"
        icon={<Inbox className="pp-i" />}
        figure={totals && money(totals.reviewInAmount)}
        notes={
          totals && [
            <>
              {totals.reviewInCount} in · {totals.reviewOutCount} out
              {totals.reviewOutCount > 0 && <span className="only-d">, {money(totals.reviewOutAmount)}</span>}
            </>,
          ]
        }
        failed={failed}
      />
      <StripFigure
        label="Gaps"
        tone={totals && totals.gapDays > 0 ? 's-unpaid' : undefined}
        icon={<TriangleAlert className="pp-i" />}
        figure={totals && plural(totals.gapDays, 'day')}
        notes={
          totals && [totals.gapAccounts > 0 ? plural(totals.gapAccounts, 'account') : 'Nothing is missing']
        }
        failed={failed}
      />
      <StripFigure
        label="Next sync"
        icon={<RefreshCw className="pp-i" />}
        figure={totals && (totals.nextSyncAt ? formatTime(totals.nextSyncAt, clock.timeZone) : '–')}
        notes={
          totals &&
          (totals.nextSyncAt
            ? [
                <>
                  <span className="only-d">{untilText(totals.nextSyncAt, clock)} · </span>
                  {totals.syncsLeft} by hand left
                </>,
              ]
            : ['Nothing comes by itself'])
        }
        failed={failed}
      />
    </section>
  );
}
