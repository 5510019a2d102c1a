import { Link, paths } from '@paperplane/shared/platform';
import { ArrowRight, buttonClass, Card, Check } from '@paperplane/shared/ui';
import type { FirstStepsDone } from '../dashboard-api';
import './first-steps.css';

interface Step {
  key: keyof FirstStepsDone;
  title: string;
  text: string;
  action: { label: string; to: string };
  /** Another way to the same. */
  or?: { label: string; to: string };
}

const AGENCY: Step = {
  key: 'agency',
  title: 'Your agency',
  text: 'Check currency and time zone, and add your logo. The currency is fixed with the first sale.',
  action: { label: 'Agency settings', to: `${paths.profile.href()}?tab=organization` },
};
const STEPS: readonly Step[] = [
  {
    key: 'vendor',
    title: 'Your first vendor',
    text: 'Whoever pays you commission, with the usual rate: each sale starts with it.',
    action: { label: 'Add vendor', to: paths.vendorCreate.href() },
    or: { label: 'Import vendors', to: paths.vendorsImport.href() },
  },
  {
    key: 'sale',
    title: 'Your first sale',
    text: 'Add a booking: its commission is created and tracked until your agent is paid.',
    action: { label: 'Create sale', to: paths.saleCreate.href() },
    or: { label: 'Import sales', to: paths.salesImport.href() },
  },
];

/** What a new agency does first, step by step; gone when it has a sale (docs/product.md, First steps). */
export function FirstSteps({ done, isOwner }: { done: FirstStepsDone; isOwner: boolean }) {
  const steps = isOwner ? [AGENCY, ...STEPS] : STEPS;
  const next = steps.find(({ key }) => !done[key]);
  return (
    <Card title="First steps" className="dashboard-steps-card" padded={false}>
      <ol className="dashboard-steps">
        {steps.map((step, index) => (
          <li key={step.key} className={done[step.key] ? 'is-done' : undefined}>
            <span className="dashboard-step-no" aria-hidden="true">
              {done[step.key] ? <Check className="pp-i" /> : index + 1}
            </span>
            <span className="pp-grow">
              <b>
                {step.title}
                {done[step.key] && <span className="pp-sr"> (done)</span>}
              </b>
              <span>{step.text}</span>
            </span>
            {!done[step.key] && (
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
