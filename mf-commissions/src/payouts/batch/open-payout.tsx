import { actName, displayMessage } from '@paperplane/shared/domain';
import { Link, paths, useToast } from '@paperplane/shared/platform';
import { LazyConfirmDialog, useLazyDialog } from '@paperplane/shared/records';
import { InlineBanner, PageHead, StatusPill, useTabTitle } from '@paperplane/shared/ui';
import { failureText } from '@paperplane/shared/words';
import { useState } from 'react';
import '../../parts/docked.css';
import { payoutFacts } from '../parts/payout-facts';
import type { Payout } from '../payout-types';
import { useDiscardPayoutMutation } from '../payouts-api';
import { AgentsCard } from './agents-card';
import { isOpen } from './lines-filter';
import type { AboutLines } from './payout-dialogs';
import { PayoutButtons, PayoutPrimary, type PayoutDialog } from './payout-buttons';
import { PayoutHero } from './payout-hero';
import { PayoutHistory } from './payout-history';
import { ProblemsBanner } from './problems-banner';
import { SecondApproval } from './second-approval';
import { SumsCard } from './sums-card';
import { UnfundedBanner } from './unfunded-banner';
import { useLineUndo } from './use-line-undo';
import { usePayoutActions } from './use-payout-actions';
import { WaysCard } from './ways-card';

/** Where the page leads back to. */
export const BACK = { to: paths.payouts.href(), label: 'Payouts' };

const loadDialogs = () =>
  import(/* webpackChunkName: "lazy-payout-dialogs" */ './payout-dialogs').then((code) => code.PayoutDialogs);

/** A payout that is there: what it pays, and, while it is open, what can be changed. */
export function OpenPayout({ record, busy }: { record: Payout; busy: boolean }) {
  const { payout, problems } = record;
  const toast = useToast();
  const undo = useLineUndo(payout.id);
  const actions = usePayoutActions(record, (line) => undo.offer('removed', line));
  const [discard, discarding] = useDiscardPayoutMutation();
  const [Dialogs, fetchDialogs] = useLazyDialog(loadDialogs);
  const [open, setOpen] = useState<PayoutDialog | AboutLines | null>(null);
  useTabTitle(`${payout.name} payout`);

  const show = (dialog: PayoutDialog | AboutLines) =>
    void fetchDialogs().then((isThere) => isThere && setOpen(dialog));
  const isDraft = payout.status === 'draft';
  const primary = {
    record,
    approving: actions.approving,
    onApprove: actions.approve,
    onOpen: show,
  };

  return (
    <>
      <PageHead
        title={`${payout.name} payout`}
        status={<StatusPill status={payout.status} />}
        back={BACK}
        link={Link}
        busy={busy}
        actions={
          <>
            <PayoutButtons
              record={record}
              onCollect={actions.collect}
              onOpen={(dialog) => (dialog === 'discard' ? setOpen(dialog) : show(dialog))}
            />
            <PayoutPrimary {...primary} className="docked-twin" />
          </>
        }
      />
      <div className="payout-messages">
        {payout.scheduleProblem && (
          <InlineBanner tone="danger" title="It was not paid on its day">
            {failureText(payout.scheduleFailure, payout.scheduleProblem)}. It is tried again as soon as
            nothing stands in the way.
          </InlineBanner>
        )}
        {problems.length > 0 && (
          <ProblemsBanner
            problems={problems}
            onRemove={isDraft ? actions.removeProblems : undefined}
            busy={actions.removing}
          />
        )}
        {record.unfunded.count > 0 && payout.status !== 'paid' && payout.status !== 'discarded' && (
          <UnfundedBanner
            record={record}
            onHold={isDraft ? () => show({ holdAll: record.lines.filter(isOpen) }) : undefined}
          />
        )}
      </div>
      <PayoutHero record={record} />
      <div className="pp-grid pp-after payout-grid">
        <div className="c8 pp-stack pp-stack-lg">
          <AgentsCard
            record={record}
            actions={
              isDraft
                ? {
                    ...actions.lines,
                    hold: (line) => show({ hold: line }),
                    holdAll: (lines) => show({ holdAll: lines }),
                  }
                : undefined
            }
            onVoid={(agent) => show({ void: agent })}
            onCollect={actions.collect}
            collecting={actions.collecting}
          />
        </div>
        <div className="c4 pp-stack pp-stack-lg">
          <SecondApproval record={record} />
          <SumsCard record={record} />
          {payout.status !== 'discarded' && <WaysCard record={record} onAccount={() => show('account')} />}
          <PayoutHistory record={record} />
        </div>
      </div>
      {undo.notice}
      <div className="docked">
        <PayoutPrimary {...primary} block />
      </div>
      {open === 'discard' ? (
        <LazyConfirmDialog
          title={`Discard ${payout.name}?`}
          confirmLabel="Discard payout"
          confirmName={actName('Discard payout', payoutFacts(record))}
          cancelLabel="Keep payout"
          busy={discarding.isLoading}
          error={discarding.error ? displayMessage(discarding.error) : null}
          onConfirm={() =>
            void discard(payout.id).then((answer) => {
              if (answer.error) return;
              toast.done(
                actName('Payout discarded', payoutFacts(record)),
                'Nothing of it is paid. Start a payout to collect it again.',
              );
              setOpen(null);
            })
          }
          onCancel={() => setOpen(null)}
        >
          Nothing is paid. Its commissions can be collected again, and its adjustments wait for the next
          payout. This cannot be undone.
        </LazyConfirmDialog>
      ) : (
        open &&
        Dialogs && (
          <Dialogs record={record} open={open} onHeld={(line) => undo.offer('held', line)} onOpen={setOpen} />
        )
      )}
    </>
  );
}
