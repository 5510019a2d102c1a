import { Link, paths } from '@paperplane/shared/platform';
import { ArrowRight, buttonClass } from '@paperplane/shared/ui';
import { LogoLink } from '../../layout/logo-link';
import { HeroArt } from './hero-art';
import './hero.css';

/** The way in: over the blue of the hero. */
export function LandingHeader() {
  return (
    <header className="ld-head">
      <div className="ld-w">
        <LogoLink theme="white" size="lg" />
        <nav aria-label="Account">
          <Link className={buttonClass('onbrand', { className: 'ld-login' })} to={paths.login.href()}>
            Log in
          </Link>
          <Link className={buttonClass('white')} to={paths.signup.href()}>
            Sign up!
          </Link>
        </nav>
      </div>
    </header>
  );
}

/** What the product is for, and the call to start. */
export function Hero({ note }: { note: string }) {
  return (
    <div className="ld-hero">
      <HeroTrail />
      <div className="ld-w ld-hero-grid">
        <div className="ld-hero-text">
          <h1>Every commission, from booking to payout.</h1>
          <p>
            Paperplane keeps your sales, vendors and agents on one flight plan, and matches the money when it
            lands.
          </p>
          <div className="pp-row ld-cta">
            <Link className={buttonClass('white', { size: 'lg' })} to={paths.signup.href()}>
              <span>Get Started</span>
              <ArrowRight className="pp-i" />
            </Link>
            {note && <span>{note}</span>}
          </div>
        </div>
        <HeroArt />
      </div>
    </div>
  );
}

function HeroTrail() {
  return (
    <svg
      className="ld-trail"
      viewBox="0 0 1440 760"
      preserveAspectRatio="xMidYMin slice"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M-20 664C180 716 470 706 640 640c120-47 196-120 330-110 108 8 150 92 84 126-70 36-136-58-44-138 118-102 260-70 322-214 22-52 26-104 32-150"
        stroke="#fff"
        strokeOpacity=".4"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeDasharray="1 11"
      />
      <g transform="translate(1336 92) rotate(-18 26 26) scale(1.7)" fill="#fff">
        <path d="M30 2 1.9 12.7c-.8.3-.84 1.4-.07 1.76l8.8 4.1z" />
        <path d="M30 2 14.5 20.4l8 7.1c.56.5 1.44.23 1.6-.5z" opacity=".8" />
        <path d="M30 2 10.63 18.56l1.2 7.5c.08.46.65.62.95.27l3.7-4.17-1.98-1.76z" opacity=".5" />
      </g>
    </svg>
  );
}
