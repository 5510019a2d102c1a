import type { ReactNode } from 'react';
import { Link, paths } from '@paperplane/shared/platform';
import { FlightBackdrop } from '@paperplane/shared/ui';
import { LogoLink } from '../../layout/logo-link';
import './auth.css';

/** The two halves of login, sign-up and their neighbours: the form, and the plane with what the product is about. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="auth">
      <div className="auth-form">
        <header>
          <LogoLink size="lg" />
        </header>
        <main id="main" className="auth-box">
          {children}
        </main>
        <footer>
          <Link to={paths.terms.href()}>Terms of Service</Link>
          <Link to={paths.privacy.href()}>Privacy Policy</Link>
        </footer>
      </div>
      <aside className="auth-side" aria-hidden="true">
        <FlightBackdrop />
        <div className="auth-say">
          <p className="auth-claim">
            The money landed.
            <br />
            Everyone knows.
          </p>
          <p>Sales, commissions and payouts for travel agencies, on one flight plan.</p>
        </div>
      </aside>
    </div>
  );
}
