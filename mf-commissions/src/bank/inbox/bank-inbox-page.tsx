import { formatDateTime, plural, today as todayIn } from '@paperplane/shared/domain';
import { Link, useCurrentUser, useNavigate, useRealPage, useToast, paths } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import {
  Button,
  buttonClass,
  Landmark,
  ListCard,
  ListPager,
  PageHead,
  Segmented,
  Upload,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetBankInboxQuery } from '../bank-api';
import type { BankInbox } from '../bank-types';
import '../parts/bank.css';
import { accountText, signedMoney } from '../parts/bank-words';
import { HeadTabs } from '../../parts/head-tabs';
import { KeysDialog, KeysLine, type KeyHelp } from '../parts/keys-help';
import { SetAsideDialog } from '../parts/set-aside-dialog';
import { useKeys } from '../parts/use-keys';
import { useUndo } from '../parts/use-undo';
import { useLiveBank } from '../use-live-bank';
import { BankFilters } from './bank-filters';
import { BankGroups } from './bank-groups';
import './bank-inbox.css';
import { isPart, NOTHING_FILTERED, useBankQuery, VIEWS } from './bank-query';
import { BankStrip } from './bank-strip';
import { LastImports } from './last-imports';
import { FirstImport, NoMatch, NothingHere } from './no-transactions';
import { useCurrentRow } from './use-current-row';
import { useInboxActions } from './use-inbox-actions';

const VIEW_WORDS = {
  review: 'To review',
  matched: 'Matched',
  unclaimed: 'Unclaimed',
  set_aside: 'Set aside',
  all: 'All',
} as const;

const KEYS: readonly KeyHelp[] = [
  { keys: ['J', 'K'], does: 'move' },
  { keys: ['A'], does: 'accept, next' },
  { keys: ['R'], does: 'not this' },
  { keys: ['↵'], does: 'open' },
  { keys: ['S'], does: 'set aside' },
  { keys: ['Z'], does: 'undo' },
  { keys: ['?'], does: 'all keys' },
];
const ALL_KEYS: readonly KeyHelp[] = [
  { keys: ['J', '↓'], does: 'Next transaction' },
  { keys: ['K', '↑'], does: 'Previous transaction' },
  { keys: ['A'], does: 'Accept what is suggested, and go to the next one' },
  { keys: ['⇧', 'A'], does: 'Accept all that is certain' },
  { keys: ['R'], does: 'Not this: the suggestion is never made again' },
  { keys: ['↵'], does: 'Open it' },
  { keys: ['S'], does: 'Set it aside: it is no commission' },
  { keys: ['Z', 'U'], does: 'Take the last decision back' },
  { keys: ['/'], does: 'Search' },
  { keys: ['?'], does: 'These keys' },
];

const loadAccounts = () =>
  import(/* webpackChunkName: "lazy-accounts" */ '../accounts/accounts-dialog').then(
    (module) => module.AccountsDialog,
  );

function subtitle({ counts, imports: [latest] }: BankInbox, timeZone: string): string {
  const wait = `${plural(counts.review, 'bank transaction')} to review`;
  return latest
    ? `${wait} · ${accountText(latest.account)}, imported ${formatDateTime(latest.createdAt, timeZone)}`
    : wait;
}

/** The bank's inbox: what came in, what it pays, and one key for what is certain. */
export default function BankInboxPage() {
  const { timeZone, currency } = useCurrentUser().organization;
  const today = todayIn(timeZone);
  const { query, set, to } = useBankQuery();
  const list = useGetBankInboxQuery(query);
  useLiveBank();
  const { data, currentData } = list;
  const failed = list.isError && !currentData;
  const isBehind = useRealPage(query.page, currentData?.totalPages, set);
  const rows = currentData?.rows ?? [];
  const current = useCurrentRow(rows.map(({ id }) => id));
  const row = rows.find(({ id }) => id === current.currentId);
  const { offer, undo, notice } = useUndo();
  const actions = useInboxActions(offer);
  const [open, setOpen] = useState<'keys' | 'aside' | 'accounts' | null>(null);
  const [AccountsDialog, fetchAccounts] = useLazyDialog(loadAccounts);
  const navigate = useNavigate();
  const toast = useToast();

  const accept = () => {
    if (!row) return;
    if (row.status === 'suggested' && row.suggestion?.acceptable) {
      current.passOver(row.id);
      void actions.accept(row);
    } else toast.info('This one needs a look', 'Enter opens it.');
  };
  const certain = rows.filter(({ group }) => group === 'certain');
  useKeys({
    j: () => current.move(1),
    ArrowDown: () => current.move(1),
    k: () => current.move(-1),
    ArrowUp: () => current.move(-1),
    a: accept,
    A: certain.length > 0 && query.view === 'review' ? () => void actions.acceptAll(certain) : undefined,
    r: () => {
      if (row?.status === 'suggested') void actions.reject(row);
    },
    s: () => {
      if (row?.status === 'suggested' || row?.status === 'open') setOpen('aside');
    },
    Enter: () => row && void navigate(paths.bankTransaction.href(row.id)),
    z: undo,
    u: undo,
    '/': () => document.querySelector<HTMLInputElement>('.bank-bar input[type=search]')?.focus(),
    '?': () => setOpen('keys'),
  });

  const isFirst = currentData?.counts.all === 0 && currentData.imports.length === 0;
  return (
    <main id="main" className="pp-page">
      <PageHead
        title="Commission Management"
        subtitle={isFirst ? undefined : data && !failed ? subtitle(data, timeZone) : null}
        busy={list.isFetching && data !== undefined}
        actions={
          <>
            <Button
              variant="outline"
              icon={<Landmark className="pp-i" />}
              aria-label="Accounts"
              onClick={() => void fetchAccounts().then((isThere) => isThere && setOpen('accounts'))}
            >
              Accounts
            </Button>
            <Link to={paths.bankImport.href()} className={buttonClass('outline')} aria-label="Import">
              <Upload className="pp-i" />
              <span>Import</span>
            </Link>
          </>
        }
      />
      <HeadTabs current="bank" toReview={data?.counts.review} />
      {isFirst ? (
        <FirstImport />
      ) : (
        <>
          <BankStrip {...{ failed, currency, today, to }} strip={failed ? undefined : data?.strip} />
          <div className="pp-bar bank-bar">
            <Segmented
              label="Status"
              link={Link}
              segments={VIEWS.map((view) => ({
                label: VIEW_WORDS[view],
                to: to({ view }),
                active: view === query.view,
                count: data?.counts[view === 'set_aside' ? 'setAside' : view],
              }))}
            />
            <BankFilters {...{ query, set, today }} rows={currentData?.rows} />
          </div>
          <div className="bank-queue">
            <ListCard
              label="Transactions"
              list={list}
              isBehind={isBehind}
              rows={8}
              empty={
                isPart(query) ? <NoMatch clearTo={to(NOTHING_FILTERED)} /> : <NothingHere view={query.view} />
              }
            >
              {(page) => (
                <>
                  <div className="bank-head" aria-hidden="true">
                    <span>Date</span>
                    <span>From the bank</span>
                    <span>What it pays</span>
                    <span className="r">Amount</span>
                    <span />
                  </div>
                  <BankGroups {...{ page, currency, today, current, actions }} view={query.view} />
                  {page.totalPages > 1 && <ListPager list={page} to={to} set={set} link={Link} />}
                  <div className="bank-foot">
                    <KeysLine keys={KEYS} />
                    {query.view === 'review' && (
                      <span className="pp-muted pp-sm pp-num">
                        {signedMoney(page.strip.review.amountIn, currency)} in
                        {page.strip.review.amountOut > 0 &&
                          `, ${signedMoney(page.strip.review.amountOut, currency)} out`}
                      </span>
                    )}
                  </div>
                </>
              )}
            </ListCard>
          </div>
          {data && data.imports.length > 0 && (
            <LastImports key={query.accountId} imports={data.imports} accountId={query.accountId} />
          )}
        </>
      )}
      {notice}
      {open === 'accounts' && AccountsDialog && <AccountsDialog onClose={() => setOpen(null)} />}
      {open === 'keys' && <KeysDialog keys={ALL_KEYS} onClose={() => setOpen(null)} />}
      {open === 'aside' && row && (
        <SetAsideDialog
          subtitle={`${signedMoney(row.amount, currency)} · ${row.text}`}
          busy={actions.settingAside}
          onSetAside={(category, learn) =>
            void actions.setAside(row, category, learn).then((done) => done && setOpen(null))
          }
          onClose={() => setOpen(null)}
        />
      )}
    </main>
  );
}
