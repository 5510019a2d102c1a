import { Avatar, Banknote, Check, RouteStepper, type RouteStep } from '@paperplane/shared/ui';

const STEPS: readonly RouteStep[] = [
  { status: 'booked', state: 'done', note: 'Nov 18' },
  { status: 'paid', state: 'done', note: 'Nov 19' },
  { status: 'funds_received', state: 'now', note: 'Nov 20' },
  { status: 'agent_paid', state: 'todo', note: 'Next' },
];

const CURVE = 'M0 66C24 62 40 50 62 54s38 2 58-10 40-8 62-18 44-2 82-20';

/** A made-up commission on its way, for the eye only. */
export function HeroArt() {
  return (
    <div className="ld-art" aria-hidden="true">
      <div className="pp-card ld-a1">
        <div className="pp-between">
          <span className="pp-who">
            <Avatar person={{ firstName: 'Marcus', lastName: 'Whitfield' }} />
            <span>
              <b>Marcus Whitfield</b>
              <small>Grand Alpine Loop</small>
            </span>
          </span>
          <span className="pp-amt ld-amount">$3,275</span>
        </div>
        <RouteStepper steps={STEPS} />
      </div>
      <div className="pp-card ld-a3">
        <span className="pp-muted pp-sm">Commissions this year</span>
        <b>$130,800</b>
        <svg viewBox="0 0 264 84" preserveAspectRatio="none" width="264" height="84" fill="none">
          <path className="ld-area" d={`${CURVE}V84H0z`} />
          <path className="ld-line" d={CURVE} strokeWidth="2" />
        </svg>
      </div>
      <div className="ld-news">
        <div className="pp-card">
          <span className="ld-ok">
            <Banknote className="pp-i" />
          </span>
          <span className="pp-grow">
            <b>Customer paid</b>
            <small>Northwind Rail, $2,400</small>
          </span>
        </div>
        <div className="pp-card">
          <Avatar person={{ firstName: 'Priya', lastName: 'Raman' }} size="md" />
          <span className="pp-grow">
            <b>Agent paid</b>
            <small>Priya Raman, $729</small>
          </span>
          <Check className="pp-i pp-i-18 ld-done" />
        </div>
      </div>
    </div>
  );
}
