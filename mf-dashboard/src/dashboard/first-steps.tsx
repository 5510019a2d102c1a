import { formatPercent, plural } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser, useToast } from '@paperplane/shared/platform';
import { ArrowRight, Button, buttonClass, Card, Check } from '@paperplane/shared/ui';
import { useDismissFirstStepsMutation } from './dashboard-api';
import { STEPS, stepsOf, type FirstStepsDone, type StepKey } from './open-steps';
import './first-steps.css';

interface Step {
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

const words = (done: FirstStepsDone): Record<StepKey, Step> => ({
  agency: {
    title: 'Currency, notation and time zone',
    text: 'Sums are in one currency, fixed with the first sale. What you type is read in your notation; the time zone decides which day a sale is of.',
    action: { label: 'Agency settings', to: settings('currency') },
  },
  split: {
    title: 'What agents get, and when',
    text: `Unless you say otherwise they get ${formatPercent(done.defaultSplit)} of a commission, once ${
      done.receivedOn === 'sale_paid' ? 'the customer has paid' : 'a deposit is matched'
    }.`,
    lacks: 'Ready to pay: counted by a split that nobody has confirmed',
    action: { label: 'Set the split', to: settings('defaultCommissionSplit') },
  },
  vendor: {
    title: 'Your first vendor',
    text: 'Whoever pays you commission, with the usual rate: each sale starts with it.',
    action: { label: 'Add vendor', to: paths.vendorCreate.href() },
    or: { label: 'Import vendors', to: paths.vendorsImport.href() },
  },
  terms: {
    title: 'When vendors pay',
    text: 'How many days after booking, departure or return: from then on what they have not paid is overdue.',
    lacks:
      done.vendorsWithoutTerms > 0
        ? `Overdue: no due days agreed with ${plural(done.vendorsWithoutTerms, 'vendor')}`
        : 'Overdue: no vendor yet',
    action: { label: 'Vendors without terms', to: paths.vendors.href({ withoutTerms: 'true' }) },
  },
  people: {
    title: 'Your people',
    text: 'Agents record their own sales and see their own commissions.',
    lacks: 'Top agents: nobody but you',
    action: { label: 'Invite agent', to: paths.teamInvite.href() },
  },
  sale: {
    title: 'Your first sale',
    text: 'Add a booking: its commission is created and tracked until your agent is paid.',
    action: { label: 'Create sale', to: paths.saleCreate.href() },
    or: { label: 'Import sales', to: paths.salesImport.href() },
  },
  bank: {
    title: 'Your bank',
    text: 'Import a file of your bank: deposits are matched to bookings, with reasons.',
    lacks: 'Received: nothing but what you record yourself',
    action: { label: 'Import a file', to: paths.bankImport.href() },
  },
});

/** Puts the card away, on every device of this person; their profile brings it back. */
function DismissButton() {
  const { id } = useCurrentUser();
  const [dismiss, { isLoading }] = useDismissFirstStepsMutation();
  const toast = useToast();
  async function press() {
    const { error } = await dismiss(id);
    if (error) toast.error('The first steps are still here', error);
    else
      toast.done('First steps dismissed', 'They can be shown again.', {
        label: 'Your Profile',
        to: paths.profile.href(),
      });
  }
  return (
    <Button variant="ghost" size="sm" loading={isLoading} onClick={() => void press()}>
      Dismiss
    </Button>
  );
}

/**
 * What a new agency does first, step by step; after its first sale only what is open of it, until that is done or dismissed
 * (docs/product/dashboard.md, First steps).
 */
export function FirstSteps({ done, isOwner }: { done: FirstStepsDone; isOwner: boolean }) {
  const said = words(done);
  const all = stepsOf(isOwner).map((key, index) => ({
    key,
    no: index + 1,
    isDone: STEPS[key].isDone(done),
    ...said[key],
  }));
  const open = all.filter(({ isDone }) => !isDone);
  const isShrunk = done.sale;
  const [next] = open;
  return (
    <Card
      title="First steps"
      className={isShrunk ? 'dashboard-steps-card is-shrunk' : 'dashboard-steps-card'}
      padded={false}
      action={
        <span className="pp-row">
          <span className="pp-muted pp-sm">
            {all.length - open.length} of {all.length} done
          </span>
          <DismissButton />
        </span>
      }
    >
      <ol className="dashboard-steps">
        {(isShrunk ? open : all).map((step) => (
          <li key={step.key} className={step.isDone ? 'is-done' : undefined}>
            {!isShrunk && (
              <span className="dashboard-step-no" aria-hidden="true">
                {step.isDone ? <Check className="pp-i" /> : step.no}
              </span>
            )}
            <span className="pp-grow">
              <b>
                {step.title}
                {step.isDone && <span className="pp-sr"> (done)</span>}
              </b>
              {!isShrunk && <span>{step.text}</span>}
              {step.lacks && !step.isDone && <span className="dashboard-step-lacks">{step.lacks}</span>}
            </span>
            {!step.isDone && (
              <span className="pp-row">
                <Link
                  // What waits comes first once there are sales: no step is the next thing to do then.
                  className={buttonClass(step === next && !isShrunk ? 'primary' : 'outline', { size: 'sm' })}
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
