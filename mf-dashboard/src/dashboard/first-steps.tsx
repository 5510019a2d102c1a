import { formatPercent, plural } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { ArrowRight, buttonClass, Card, Check } from '@paperplane/shared/ui';
import type { FirstStepsDone } from './dashboard-api';
import './first-steps.css';

interface Step {
  key: string;
  isDone: boolean;
  title: string;
  /** What it is for. */
  text: string;
  /** What a figure lacks until it is done. */
  lacks?: string;
  action: { label: string; to: string };
  /** Another way to the same. */
  or?: { label: string; to: string };
}

const settings = (field: string) => `${paths.profile.href({ tab: 'organization' })}#field-${field}`;

const ownerSteps = (done: FirstStepsDone): Step[] => [
  {
    key: 'agency',
    isDone: done.agency,
    title: 'Currency, notation and time zone',
    text: 'Sums are in one currency, fixed with the first sale. What you type is read in your notation; the time zone decides which day a sale is of.',
    action: { label: 'Agency settings', to: settings('currency') },
  },
  {
    key: 'split',
    isDone: done.split,
    title: 'What agents get, and when',
    text: `Unless you say otherwise they get ${formatPercent(done.defaultSplit)} of a commission, once ${
      done.receivedOn === 'sale_paid' ? 'the customer has paid' : 'a deposit is matched'
    }.`,
    lacks: 'Ready to pay: counted by a split that nobody has confirmed',
    action: { label: 'Set the split', to: settings('defaultCommissionSplit') },
  },
];

const steps = (done: FirstStepsDone): Step[] => [
  {
    key: 'vendor',
    isDone: done.vendor,
    title: 'Your first vendor',
    text: 'Whoever pays you commission, with the usual rate: each sale starts with it.',
    action: { label: 'Add vendor', to: paths.vendorCreate.href() },
    or: { label: 'Import vendors', to: paths.vendorsImport.href() },
  },
  {
    key: 'terms',
    isDone: done.vendor && done.vendorsWithoutTerms === 0,
    title: 'When vendors pay',
    text: 'How many days after booking, departure or return: from then on what they have not paid is overdue.',
    lacks:
      done.vendorsWithoutTerms > 0
        ? `Overdue: no due days agreed with ${plural(done.vendorsWithoutTerms, 'vendor')}`
        : 'Overdue: no vendor yet',
    action: { label: 'Vendors without terms', to: paths.vendors.href({ withoutTerms: 'true' }) },
  },
  {
    key: 'people',
    isDone: done.people,
    title: 'Your people',
    text: 'Agents record their own sales and see their own commissions.',
    lacks: 'Top agents: nobody but you',
    action: { label: 'Invite agent', to: paths.teamInvite.href() },
  },
  {
    key: 'sale',
    isDone: done.sale,
    title: 'Your first sale',
    text: 'Add a booking: its commission is created and tracked until your agent is paid.',
    action: { label: 'Create sale', to: paths.saleCreate.href() },
    or: { label: 'Import sales', to: paths.salesImport.href() },
  },
  {
    key: 'bank',
    isDone: done.bank,
    title: 'Your bank',
    text: 'Import a file of your bank: deposits are matched to bookings, with reasons.',
    lacks: 'Received: nothing but what you record yourself',
    action: { label: 'Import a file', to: paths.bankImport.href() },
  },
];

/** What a new agency does first, step by step; gone when it has a sale (docs/product/dashboard.md, First steps). */
export function FirstSteps({ done, isOwner }: { done: FirstStepsDone; isOwner: boolean }) {
  const shown = isOwner ? [...ownerSteps(done), ...steps(done)] : steps(done);
  const next = shown.find(({ isDone }) => !isDone);
  return (
    <Card title="First steps" className="dashboard-steps-card" padded={false}>
      <ol className="dashboard-steps">
        {shown.map((step, index) => (
          <li key={step.key} className={step.isDone ? 'is-done' : undefined}>
            <span className="dashboard-step-no" aria-hidden="true">
              {step.isDone ? <Check className="pp-i" /> : index + 1}
            </span>
            <span className="pp-grow">
              <b>
                {step.title}
                {step.isDone && <span className="pp-sr"> (done)</span>}
              </b>
              <span>{step.text}</span>
              {step.lacks && !step.isDone && <span className="dashboard-step-lacks">{step.lacks}</span>}
            </span>
            {!step.isDone && (
              <span className="pp-row">
                <Link
                  className={buttonClass(step === next ? 'primary' : 'outline', { size: 'sm' })}
                  to={step.action.to}
                >
                  <span>{step.action.label}</span>
                  <ArrowRight className="pp-i pp-i-14" />
                </Link>
                {step.or && (
                  <Link className="pp-link" to={step.or.to}>
                    {step.or.label}
                  </Link>
                )}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
