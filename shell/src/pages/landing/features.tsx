import type { ComponentType, ReactNode } from 'react';
import {
  ChartLine,
  CircleUser,
  FileText,
  HandCoins,
  MessagesSquare,
  StatusPill,
  Ticket,
  Users,
} from '@paperplane/shared/ui';
import './features.css';

interface FeatureProps {
  icon: ComponentType<{ className?: string }>;
  title: string;
  text: string;
  /** Beside the words, over two columns. */
  children?: ReactNode;
}

function Feature({ icon: Icon, title, text, children }: FeatureProps) {
  return (
    <article className={children ? 'ld-ft is-wide' : 'ld-ft'}>
      <div className="pp-grow">
        <span className="pp-tile">
          <Icon className="pp-i pp-i-18" />
        </span>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children}
    </article>
  );
}

const SAMPLES = [
  { status: 'unpaid', reference: 'AZC-48210', amount: '$1,100' },
  { status: 'funds_received', reference: 'NWR-10933', amount: '$360' },
  { status: 'agent_paid', reference: 'SOL-30588', amount: '$729' },
] as const;

/** What the product does, feature by feature (docs/product/platform.md, Landing page). */
export function Features() {
  return (
    <section className="ld-feats" aria-labelledby="ld-feats">
      <div className="ld-w">
        <h2 id="ld-feats">The whole agency, one quiet workspace</h2>
        <div className="ld-grid">
          <Feature
            icon={HandCoins}
            title="Commission tracking"
            text="Status from pending to paid, with history and an audit trail. Pay agents directly and record every transaction."
          >
            <div className="ld-samples" aria-hidden="true">
              {SAMPLES.map(({ status, reference, amount }) => (
                <div key={reference}>
                  <StatusPill status={status} />
                  <span className="pp-grow">{reference}</span>
                  <b className="pp-amt">{amount}</b>
                </div>
              ))}
            </div>
          </Feature>
          <Feature
            icon={Ticket}
            title="Sales tracking"
            text="Booking to completion with a status history. Commission is calculated for you."
          />
          <Feature
            icon={Users}
            title="Customer profiles"
            text="Contact details, travel preferences and passport details, ready before the call."
          />
          <Feature
            icon={ChartLine}
            title="Reports"
            text="Sales, commissions and financial performance for any date range, filtered by agent."
          >
            <SampleChart />
          </Feature>
          <Feature
            icon={FileText}
            title="Document management"
            text="Vendor contracts, agent agreements and customer documents, with role-based access."
          />
          <Feature
            icon={CircleUser}
            title="Team management"
            text="Owners, admins and agents see what they need. Profiles and avatars included."
          />
          <Feature
            icon={MessagesSquare}
            title="Team messaging"
            text="@mentions, notifications and threaded replies, right on the sale."
          />
        </div>
      </div>
    </section>
  );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];
const SALES =
  'M50,87.2C74,83.8 98,77.2 122,77.2C146,77.2 170,80.9 194,80.9C218,80.9 242,62.4 266,57.3C290,52.2 314,51 338,46.1C362,41.2 386,32 410,24.9';
const COMMISSIONS =
  'M50,99.6C74,97.9 98,96.8 122,94.6C146,92.4 170,86.9 194,84.7C218,82.5 242,81.9 266,79.7C290,77.5 314,72.3 338,69.7C362,67.2 386,65.6 410,63.5';

function SampleChart() {
  return (
    <div className="ld-chart" aria-hidden="true">
      <svg className="pp-chart" viewBox="0 0 420 150" fill="none">
        {[122, 84.7, 47.3, 10].map((y) => (
          <line key={y} x1="50" x2="410" y1={y} y2={y} stroke="var(--color-chart-grid)" />
        ))}
        {MONTHS.map((month, index) => (
          <text key={month} x={50 + index * 72} y="144" textAnchor={index === 5 ? 'end' : 'middle'}>
            {month}
          </text>
        ))}
        <path d={`${SALES}L410,122L50,122Z`} fill="var(--color-chart-1)" fillOpacity=".08" />
        <path d={SALES} stroke="var(--color-chart-1)" strokeWidth="2" strokeLinecap="round" />
        <path d={COMMISSIONS} stroke="var(--color-chart-4)" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </div>
  );
}
