import { Landmark, Percent, Send, Sparkles } from '@paperplane/shared/ui';

/** From deposit to payout in four steps (docs/product/platform.md, Landing page). */
const STEPS = [
  {
    icon: Landmark,
    title: 'Transactions',
    text: 'Connect your bank accounts, import transactions and categorize vendor payments.',
  },
  {
    icon: Sparkles,
    title: 'Auto Matching',
    text: 'AI pairs each deposit with its sale. You verify, and the commission is marked received.',
  },
  {
    icon: Percent,
    title: 'Commissions',
    text: 'Set rates, calculate agent payouts and prepare payment batches.',
  },
  {
    icon: Send,
    title: 'Agent Payments',
    text: 'Pay your agents. Records and the audit trail write themselves.',
  },
];

export function FinanceFlow() {
  return (
    <section className="ld-flow" aria-labelledby="ld-flow">
      <div className="ld-w">
        <h2 id="ld-flow">From bank deposit to agent payout in four steps</h2>
        <ol>
          {STEPS.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <span className="ld-no">
                <Icon className="pp-i pp-i-20" />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
