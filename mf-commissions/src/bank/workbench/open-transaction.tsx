import { actName, formatCents, formatDate, notationOf } from '@paperplane/shared/domain';
import { Link, useCurrentUser, useNavigate, paths } from '@paperplane/shared/platform';
import {
  Button,
  ChevronDown,
  ChevronUp,
  cx,
  IconButton,
  InlineBanner,
  MOD_KEY,
  PageHead,
  Undo2,
  useKeys,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import type { BankRecord } from '../bank-types';
import { categoryText } from '../parts/bank-words';
import { Certainty } from '../parts/certainty';
import { KeysDialog, type KeyHelp } from '../parts/keys-help';
import { rowFacts } from '../parts/row-facts';
import { SetAsideDialog } from '../parts/set-aside-dialog';
import { useUndo } from '../parts/use-undo';
import { AllocationPane } from './allocation-pane';
import { WorkbenchFooter } from './workbench-footer';
import { CandidatesPane } from './candidates-pane';
import { DecisionHistory } from './decision-history';
import { DepositPane } from './deposit-pane';
import { addFee, balanceOf, leaveRest, withSuggestion } from './draft';
import { problemOf } from './draft-saving';
import { SetAsidePane } from './set-aside-pane';
import { useWorkbench } from './use-workbench';
import { useWorkbenchActions } from './use-workbench-actions';
import { VendorDialog } from './vendor-dialog';

const ALL_KEYS: readonly KeyHelp[] = [
  { keys: ['↑', '↓'], does: 'From line to line' },
  { keys: ['/'], does: 'Find a commission' },
  { keys: ['1', '2', '3'], does: 'Take this suggestion' },
  { keys: ['F'], does: 'Add a fee' },
  { keys: ['U'], does: 'Leave the rest unclaimed' },
  { keys: [MOD_KEY, '↵'], does: 'Match' },
  { keys: ['S'], does: 'Set aside' },
  { keys: ['J', 'K'], does: 'Next and previous transaction' },
  { keys: ['Z'], does: 'Take the last decision back' },
  { keys: ['?'], does: 'These keys' },
];

/** `Deposit from Halcyon Ocean Lines`. */
function titleOf({ transaction: { amount, vendor } }: BankRecord): string {
  if (amount > 0) return vendor ? `Deposit from ${vendor.name}` : 'Deposit';
  return vendor ? `Taken back by ${vendor.name}` : 'Money out';
}

/** A transaction on the workbench: what the bank wrote, how it is split up, and what else it could pay. */
export function OpenTransaction({ record, busy }: { record: BankRecord; busy: boolean }) {
  const { transaction, position, suggestions, decisions } = record;
  const { currency, notation = notationOf(currency) } = useCurrentUser().organization;
  const navigate = useNavigate();
  const workbench = useWorkbench(record);
  const { offer, undo, undoGroup, notice, busy: undoing, last } = useUndo();
  const actions = useWorkbenchActions({ record, workbench, currency, offer });
  const [open, setOpen] = useState<'keys' | 'aside' | 'vendor' | null>(null);

  const money = (cents: number) => formatCents(cents, currency);
  const facts = rowFacts([transaction], currency);
  const matchWords = `${transaction.status === 'matched' ? 'Save' : 'Match'} ${facts.amount}`;
  const isSetAside = transaction.status === 'set_aside';
  const isMatched = transaction.status === 'matched';
  const isPaying = record.allocations.length > 0 || record.others.some(({ placed }) => placed !== null);
  const balance = balanceOf(workbench.draft, transaction.amount);
  const leavesAll = workbench.draft.parts.length === 0 && balance.unclaimed > 0 && balance.left === 0;
  const problem = problemOf(workbench.draft, record, money, notation);
  const canMatch = problem === null && !isSetAside && (!isMatched || workbench.isDirty);
  const canSetAside = transaction.status === 'open' || transaction.status === 'suggested';

  const lastDecision = decisions.at(-1);
  const ownUndo = lastDecision && lastDecision.action !== 'undo' ? lastDecision.groupId : null;
  const takeBack = () => {
    if (last) undo();
    else if (ownUndo) void undoGroup({ groupId: ownUndo, text: actName('The last decision', facts) });
  };
  const goTo = (id: string | null | undefined) =>
    id ? () => void navigate(paths.bankTransaction.href(id)) : undefined;
  const take = (rank: number) => {
    const suggestion = suggestions.find((each) => each.rank === rank);
    return suggestion && !isSetAside
      ? () => workbench.change(() => withSuggestion(record, suggestion))
      : undefined;
  };
  const match = () => {
    if (canMatch && !actions.busy) void actions.match();
  };

  useKeys({
    j: goTo(position?.nextId),
    k: goTo(position?.previousId),
    '1': take(1),
    '2': take(2),
    '3': take(3),
    f: isSetAside ? undefined : () => workbench.change((draft) => addFee(draft, record)),
    u: isSetAside ? undefined : () => workbench.change((draft) => leaveRest(draft, transaction.amount)),
    s: canSetAside ? () => setOpen('aside') : undefined,
    z: takeBack,
    '/': () => document.getElementById('bank-find')?.focus(),
    '?': () => setOpen('keys'),
    ArrowDown: () => document.querySelector<HTMLInputElement>('.wb-lines .wb-cell')?.focus(),
    'Mod+Enter': match,
  });

  return (
    <>
      <PageHead
        title={titleOf(record)}
        back={{ to: paths.bank.href(), label: 'Bank' }}
        link={Link}
        busy={busy}
        status={
          isMatched || isSetAside ? (
            <span className="pp-tag">
              {!isMatched ? categoryText(transaction.category) : isPaying ? 'Matched' : 'Unclaimed'}
            </span>
          ) : (
            transaction.certainty && <Certainty level={transaction.certainty} />
          )
        }
        actions={
          <>
            {position && (
              <>
                <span className="pp-muted pp-sm pp-num only-d wb-place">
                  {position.index} of {position.count}
                </span>
                <Step label="Previous transaction" keys="K" go={goTo(position.previousId)}>
                  <ChevronUp className="pp-i" />
                </Step>
                <Step label="Next transaction" keys="J" go={goTo(position.nextId)}>
                  <ChevronDown className="pp-i" />
                </Step>
              </>
            )}
            <Button
              variant="outline"
              icon={<Undo2 className="pp-i" />}
              onClick={takeBack}
              loading={undoing}
              disabled={!last && !ownUndo}
              title={last ? `Undo (Z): ${last.text}` : 'Undo (Z)'}
              aria-label={last ? `Undo: ${last.text}` : actName('Undo', facts)}
            >
              Undo
            </Button>
          </>
        }
      />
      {(actions.conflict || workbench.behind) && (
        <div className="wb-message">
          <Conflict
            by={actions.conflict ? actions.conflict.by : (lastDecision?.by ?? null)}
            onShow={workbench.behind ? workbench.yield : undefined}
          />
        </div>
      )}
      {actions.failure && (
        <div className="wb-message">
          <InlineBanner tone="danger" title="Not saved">
            {actions.failure}
          </InlineBanner>
        </div>
      )}
      <div className={cx('pp-card wb', balance.left === 0 && 'is-even')}>
        <DepositPane
          record={record}
          actions={actions}
          onVendor={() => setOpen('vendor')}
          onSetAside={canSetAside ? () => setOpen('aside') : undefined}
          onStatement={workbench.yield}
        />
        {isSetAside ? (
          <SetAsidePane record={record} actions={actions} />
        ) : (
          <>
            <AllocationPane record={record} workbench={workbench} balance={balance} currency={currency} />
            <CandidatesPane
              record={record}
              workbench={workbench}
              balance={balance}
              actions={actions}
              currency={currency}
            />
            <WorkbenchFooter
              suggestions={suggestions.length}
              label={leavesAll ? 'Leave unclaimed' : matchWords}
              name={
                leavesAll
                  ? actName('Leave unclaimed', facts)
                  : actName(matchWords, { ...facts, amount: undefined })
              }
              why={problem ?? (isMatched && !workbench.isDirty ? 'Nothing is changed.' : null)}
              disabled={!canMatch}
              busy={actions.busy}
              onMatch={match}
              onSetAside={canSetAside ? () => setOpen('aside') : undefined}
              onKeys={() => setOpen('keys')}
            />
          </>
        )}
      </div>
      <DecisionHistory decisions={decisions} />
      {notice}
      {open === 'keys' && <KeysDialog keys={ALL_KEYS} onClose={() => setOpen(null)} />}
      {open === 'vendor' && (
        <VendorDialog
          vendor={transaction.vendor}
          busy={actions.settingVendor}
          onChoose={(vendor) => void actions.setVendor(vendor).then((done) => done && setOpen(null))}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'aside' && (
        <SetAsideDialog
          subtitle={`${facts.amount} · ${formatDate(transaction.bookedOn)} · ${transaction.text}`}
          busy={actions.settingAside}
          onSetAside={(category, learn) => void actions.setAside(category, learn).then(() => setOpen(null))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface StepProps {
  label: string;
  keys: string;
  go: (() => void) | undefined;
  children: React.ReactNode;
}

function Step({ label, keys, go, children }: StepProps) {
  return (
    <IconButton label={label} title={`${label} (${keys})`} className="wb-step" disabled={!go} onClick={go}>
      {children}
    </IconButton>
  );
}

/** Somebody else decided about this transaction. What is typed here is not saved over it. */
function Conflict({ by, onShow }: { by: string | null; onShow: (() => void) | undefined }) {
  return (
    <InlineBanner tone="warning" title={`${by ?? 'Somebody'} was faster`}>
      <p>
        {onShow
          ? 'This transaction has changed since you opened it. What you typed is still here, and is not saved. '
          : 'Nothing of yours was saved. This is the transaction as it is now.'}
        {onShow && (
          <Button variant="link" size="sm" onClick={onShow}>
            Show what they did
          </Button>
        )}
      </p>
    </InlineBanner>
  );
}
