import {
  actText,
  formatCount,
  formatDate,
  formatDateTime,
  plural,
  sumAmounts,
  today as todayIn,
} from '@paperplane/shared/domain';
import { Link, useCurrentUser, useRealPage, useToast, paths } from '@paperplane/shared/platform';
import { NoMatch } from '@paperplane/shared/records';
import {
  buttonClass,
  Landmark,
  ListCard,
  ListPager,
  Mail,
  PageHead,
  Segmented,
  Settings,
  Upload,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetBankInboxQuery } from '../bank-api';
import type { BankInbox, BankRow } from '../bank-types';
import '../parts/bank.css';
import { accountText, signedMoney } from '../parts/bank-words';
import { HeadTabs } from '../../parts/head-tabs';
import { KeysDialog, KeysLine } from '../parts/keys-help';
import { rowFacts } from '../parts/row-facts';
import { SetAsideDialog } from '../parts/set-aside-dialog';
import { useUndo } from '../parts/use-undo';
import { useLiveBank } from '../use-live-bank';
import { BankFilters } from './bank-filters';
import { BankGroups, isSelectable } from './bank-groups';
import './bank-inbox.css';
import { isPart, NOTHING_FILTERED, useBankQuery, VIEWS } from './bank-query';
import { BankStrip } from './bank-strip';
import { acceptableOf, BulkBar } from './bulk-bar';
import { foldRows } from './fold-rows';
import { LastImports } from './last-imports';
import { FirstImport, NothingHere } from './no-transactions';
import { useCurrentRow } from './use-current-row';
import { useInboxActions } from './use-inbox-actions';
import { ALL_KEYS, KEYS, useInboxKeys } from './use-inbox-keys';
import { useSelection } from './use-selection';

const VIEW_WORDS = {
  review: 'To review',
  matched: 'Matched',
  unclaimed: 'Unclaimed',
  set_aside: 'Set aside',
  all: 'All',
} as const;

function subtitle({ counts, imports: [latest] }: BankInbox, timeZone: string): string {
  const wait = `${plural(counts.review, 'bank transaction')} to review`;
  return latest
    ? `${wait} · ${accountText(latest.account)}, imported ${formatDateTime(latest.createdAt, timeZone)}`
    : wait;
}

/** What the dialog says it is about. */
function asideWords({ rows, alike }: { rows: readonly BankRow[]; alike: boolean }, currency: string) {
  const [row] = rows;
  const like = alike ? row?.alike : null;
  if (row && like)
    return {
      title: `Set aside this and ${formatCount(like.count)} like it`,
      subtitle: `${signedMoney(like.amount, currency)} · ${row.text}`,
    };
  if (row && rows.length === 1)
    return { subtitle: `${signedMoney(row.amount, currency)} · ${formatDate(row.bookedOn)} · ${row.text}` };
  return {
    title: `Set ${plural(rows.length, 'transaction')} aside`,
    subtitle: actText(rowFacts(rows, currency)),
  };
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
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const folds = foldRows(currentData?.rows ?? [], unfolded);
  const current = useCurrentRow(folds.map(({ row }) => row.id));
  const row = folds.find((fold) => fold.row.id === current.currentId)?.row;
  const selection = useSelection(folds.flatMap((fold) => (isSelectable(fold.row) ? fold.row.id : [])));
  const selected = folds.flatMap(({ row: { id }, rows }) => (selection.selected.includes(id) ? rows : []));
  const { offer, undo, notice } = useUndo();
  const actions = useInboxActions(offer);
  const [open, setOpen] = useState<'keys' | null>(null);
  /** What is about to be set aside, and whether what is like it goes along. */
  const [aside, setAside] = useState<{ rows: readonly BankRow[]; alike: boolean } | null>(null);
  const toast = useToast();

  const acceptSelected = () => {
    const acceptable = acceptableOf(selected);
    if (acceptable.length === 0)
      toast.info('None of these can be accepted as it is', 'Open them one by one.');
    else void actions.acceptAll(acceptable, false).then(selection.clear);
  };
  useInboxKeys({
    ...{ view: query.view, folds, row, current, selection, selected, actions },
    onAcceptSelected: acceptSelected,
    onSetAside: (rows, alike) => setAside({ rows, alike }),
    onUndo: undo,
    onHelp: () => setOpen('keys'),
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
            <Link to={paths.bankAccounts.href()} className={buttonClass('outline')} aria-label="Accounts">
              <Landmark className="pp-i" />
              <span>Accounts</span>
            </Link>
            <Link to={paths.mailbox.href()} className={buttonClass('outline')} aria-label="Mailbox">
              <Mail className="pp-i" />
              <span>Mailbox</span>
            </Link>
            <Link to={paths.bankRules.href()} className={buttonClass('outline')} aria-label="Rules">
              <Settings className="pp-i" />
              <span>Rules</span>
            </Link>
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
          <div className="pp-bar bank-bar bank-ways">
            <Segmented
              label="Direction"
              link={Link}
              segments={[
                { label: 'In and out', to: to({ direction: '' }), active: query.direction === null },
                {
                  label: 'Money in',
                  to: to({ direction: 'in' }),
                  active: query.direction === 'in',
                  count: data?.directions?.in,
                },
                {
                  label: 'Money out',
                  to: to({ direction: 'out' }),
                  active: query.direction === 'out',
                  count: data?.directions?.out,
                },
              ]}
            />
            <span className="pp-muted pp-sm only-d">Shift and click, or Shift and ↓, selects a range</span>
          </div>
          <div className="bank-queue">
            <ListCard
              label="Transactions"
              list={list}
              isBehind={isBehind}
              rows={8}
              empty={
                isPart(query) ? (
                  <NoMatch
                    title="No transaction matches"
                    text="Nothing in this view has what the filters ask for."
                    clearTo={to(NOTHING_FILTERED)}
                  />
                ) : (
                  <NothingHere view={query.view} />
                )
              }
            >
              {(page) => (
                <>
                  <div className="bank-head" aria-hidden="true">
                    <span />
                    <span>Date</span>
                    <span>From the bank</span>
                    <span>What it pays</span>
                    <span className="r">Amount</span>
                    <span />
                  </div>
                  <BankGroups
                    {...{ page, currency, today, current, actions, selection, unfolded }}
                    view={query.view}
                    onUnfold={(id) => setUnfolded((before) => new Set([...before, id]))}
                    onSetAsideAlike={(each) => setAside({ rows: [each], alike: true })}
                  />
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
            {selected.length > 0 && (
              <BulkBar
                rows={selected}
                sum={sumAmounts(selected)}
                currency={currency}
                busy={actions.acceptingAll || actions.settingAside}
                onAccept={acceptSelected}
                onSetAside={() => setAside({ rows: selected, alike: false })}
                onClear={selection.clear}
              />
            )}
          </div>
          {data && data.imports.length > 0 && (
            <LastImports key={query.accountId} imports={data.imports} accountId={query.accountId} />
          )}
        </>
      )}
      {notice}
      {open === 'keys' && <KeysDialog keys={ALL_KEYS} onClose={() => setOpen(null)} />}
      {aside && (
        <SetAsideDialog
          {...asideWords(aside, currency)}
          busy={actions.settingAside}
          onSetAside={(category, learn) =>
            void actions.setAside(aside.rows, category, learn, aside.alike).then((done) => {
              if (!done) return;
              setAside(null);
              selection.clear();
            })
          }
          onClose={() => setAside(null)}
        />
      )}
    </main>
  );
}
