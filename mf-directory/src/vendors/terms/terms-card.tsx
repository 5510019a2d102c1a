import {
  displayMessage,
  formatDate,
  formatMoneyExact,
  formatPercent,
  RATE_CATEGORIES,
  statusLabel,
} from '@paperplane/shared/domain';
import { useCurrentUser, useToast, type RecordRef } from '@paperplane/shared/platform';
import { LazyConfirmDialog, useLazyDialog } from '@paperplane/shared/records';
import {
  Badge,
  Button,
  Card,
  InlineError,
  Plus,
  SkeletonRows,
  Trash2,
  IconButton,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { bonusTitle, reachedText, stepText } from './bonus-texts';
import type { BonusDialog as BonusForm } from './bonus-dialog';
import {
  useGetVendorTermsQuery,
  useRemoveVendorBonusTermsMutation,
  useRemoveVendorRateMutation,
  type BonusTerms,
  type RateVersion,
  type VendorTerms,
} from './terms-api';
import './terms.css';

const load = {
  rate: () => import(/* webpackChunkName: "vendor-rate" */ './rate-dialog').then((m) => m.RateDialog),
  bonus: () =>
    import(/* webpackChunkName: "vendor-bonus" */ './bonus-dialog').then(
      (m): typeof BonusForm => m.BonusDialog,
    ),
  expect: () => import(/* webpackChunkName: "vendor-expect" */ './expect-dialog').then((m) => m.ExpectDialog),
};

type Opened =
  | { kind: 'rate' }
  | { kind: 'bonus'; terms: BonusTerms | null }
  | { kind: 'expect'; terms: BonusTerms }
  | { kind: 'remove-rate'; rate: RateVersion }
  | { kind: 'remove-bonus'; terms: BonusTerms };

const kindOf = ({ category }: RateVersion) => (category ? RATE_CATEGORIES[category] : 'All kinds');
const STATES = { planned: 'Planned', current: 'Holds now', past: 'Before' } as const;

/** Rates by kind and day, and bonuses by volume (docs/product/vendors.md, Terms by kind and day). */
export default function TermsCard({ id }: RecordRef) {
  const { currentData: terms, error, refetch } = useGetVendorTermsQuery(id);
  if (!terms)
    return (
      <Card title="Rates and bonuses">
        {error ? (
          <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} label="Loading rates" />
        )}
      </Card>
    );
  return <Terms vendorId={id} terms={terms} />;
}

function Terms({ vendorId, terms }: { vendorId: string; terms: VendorTerms }) {
  const { currency } = useCurrentUser().organization;
  const toast = useToast();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [RateDialog, fetchRate] = useLazyDialog(load.rate);
  const [BonusDialog, fetchBonus] = useLazyDialog(load.bonus);
  const [ExpectDialog, fetchExpect] = useLazyDialog(load.expect);
  const [removeRate, rateRemoval] = useRemoveVendorRateMutation();
  const [removeBonus, bonusRemoval] = useRemoveVendorBonusTermsMutation();
  const close = () => setOpened(null);
  const done = (text: string) => {
    toast.success(text);
    close();
  };

  async function open(next: Opened) {
    const fetch = { rate: fetchRate, bonus: fetchBonus, expect: fetchExpect };
    if (next.kind === 'remove-rate' || next.kind === 'remove-bonus' || (await fetch[next.kind]()))
      setOpened(next);
  }

  async function remove() {
    if (opened?.kind === 'remove-rate') {
      const answer = await removeRate(opened.rate.id);
      if (!('error' in answer)) done('Planned rate removed');
    } else if (opened?.kind === 'remove-bonus') {
      const answer = await removeBonus(opened.terms.id);
      if (!('error' in answer)) done('Bonus terms removed');
    }
  }

  const failed = opened?.kind === 'remove-rate' ? rateRemoval.error : bonusRemoval.error;
  return (
    <Card title="Rates and bonuses">
      <div className="pp-between">
        <h3 className="pp-strong">Rates by kind and day</h3>
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus className="pp-i pp-i-14" />}
          onClick={() => void open({ kind: 'rate' })}
        >
          Add rate
        </Button>
      </div>
      <p className="pp-muted pp-sm">
        Without one, a sale starts with {formatPercent(terms.defaultCommissionRate)}. What is recorded keeps
        its rate.
      </p>
      <ul className="vendor-rates">
        {terms.rates.map((rate) => (
          <li key={rate.id} className={rate.state === 'past' ? 'pp-muted' : undefined}>
            <span className="pp-strong">{kindOf(rate)}</span>
            <span className="pp-num">{formatPercent(rate.rate)}</span>
            <span className="pp-sm">from {formatDate(rate.validFrom)}</span>
            <Badge>{STATES[rate.state]}</Badge>
            {rate.state === 'planned' && (
              <IconButton
                size="sm"
                label={`Remove ${kindOf(rate)} from ${formatDate(rate.validFrom)}`}
                onClick={() => void open({ kind: 'remove-rate', rate })}
              >
                <Trash2 className="pp-i" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <div className="pp-between vendor-bonus-head">
        <h3 className="pp-strong">Bonus by volume</h3>
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus className="pp-i pp-i-14" />}
          onClick={() => void open({ kind: 'bonus', terms: null })}
        >
          Add bonus
        </Button>
      </div>
      {terms.bonusOwed > 0 && (
        <p className="pp-sm">
          {formatMoneyExact(terms.bonusOwed, currency)} of bonuses expected, beside what is owed for sales.
        </p>
      )}
      {terms.bonuses.length === 0 && (
        <p className="pp-muted pp-sm">
          None agreed. Steps say what the vendor pays on top for a year’s volume.
        </p>
      )}
      {terms.bonuses.map((bonus) => (
        <Bonus key={bonus.id} bonus={bonus} currency={currency} open={(next) => void open(next)} />
      ))}
      {opened?.kind === 'rate' && RateDialog && (
        <RateDialog
          vendorId={vendorId}
          today={terms.today}
          onClose={close}
          onSaved={() => done('Rate added')}
        />
      )}
      {opened?.kind === 'bonus' && BonusDialog && (
        <BonusDialog
          vendorId={vendorId}
          terms={opened.terms}
          today={terms.today}
          onClose={close}
          onSaved={() => done('Bonus saved')}
        />
      )}
      {opened?.kind === 'expect' && ExpectDialog && (
        <ExpectDialog
          vendorId={vendorId}
          terms={opened.terms}
          onClose={close}
          onSaved={() => done('The bonus is expected')}
        />
      )}
      {(opened?.kind === 'remove-rate' || opened?.kind === 'remove-bonus') && (
        <LazyConfirmDialog
          title={
            opened.kind === 'remove-rate' ? 'Remove this planned rate?' : 'Remove the terms of this bonus?'
          }
          confirmLabel={opened.kind === 'remove-rate' ? 'Remove rate' : 'Remove bonus'}
          variant="danger"
          busy={rateRemoval.isLoading || bonusRemoval.isLoading}
          error={failed ? displayMessage(failed) : null}
          onConfirm={() => void remove()}
          onCancel={close}
        >
          <p>
            {opened.kind === 'remove-rate'
              ? 'It has not begun. The rate before it goes on.'
              : 'A bonus that is expected already stays.'}
          </p>
        </LazyConfirmDialog>
      )}
    </Card>
  );
}

interface BonusProps {
  bonus: BonusTerms;
  currency: string;
  open: (next: Opened) => void;
}

function Bonus({ bonus, currency, open }: BonusProps) {
  const { expected } = bonus;
  return (
    <section className="vendor-bonus" aria-label={bonusTitle(bonus)}>
      <p className="pp-strong">{bonusTitle(bonus)}</p>
      <ol className="vendor-steps">
        {bonus.steps.map((step) => (
          <li
            key={step.from}
            className={
              bonus.percent === step.percent && bonus.reached >= step.from ? 'is-reached' : undefined
            }
          >
            {stepText(step, currency)}
          </li>
        ))}
      </ol>
      <p className="pp-sm">{reachedText(bonus, currency)}</p>
      <p>
        Bonus so far <b className="pp-num">{formatMoneyExact(bonus.bonus, currency)}</b>
      </p>
      <div className="pp-row vendor-bonus-acts">
        {expected ? (
          <span className="pp-sm">
            {formatMoneyExact(expected.amount, currency)} expected
            {expected.dueOn && `, due ${formatDate(expected.dueOn)}`}: {statusLabel(expected.status)}
          </span>
        ) : (
          <Button variant="outline" size="sm" onClick={() => open({ kind: 'expect', terms: bonus })}>
            Expect the bonus
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={() => open({ kind: 'bonus', terms: bonus })}>
          Change
        </Button>
        <Button variant="ghost" size="sm" onClick={() => open({ kind: 'remove-bonus', terms: bonus })}>
          Remove
        </Button>
      </div>
    </section>
  );
}
