import { Link, paths } from '@paperplane/shared/platform';
import { buttonClass, PaperplaneMark } from '@paperplane/shared/ui';
import { useConfig } from '../../config/config-context';
import { LogoLink } from '../../layout/logo-link';
import { Features } from './features';
import { FinanceFlow } from './finance-flow';
import { Hero, LandingHeader } from './hero';
import { bandClaims, landingClaims } from './landing-claims';
import './landing.css';

/** docs/product/platform.md, Landing page. */
export default function LandingPage() {
  const claims = landingClaims(useConfig().landingClaims);
  const figures = bandClaims(claims);
  const signUp = { to: paths.signup.href() };
  return (
    <div className="ld">
      <LandingHeader />
      <main id="main">
        <Hero note={claims.hero} />
        <section className="ld-band" aria-label="Sign up">
          <div className="ld-band-in">
            {figures.length > 0 && (
              <dl>
                {figures.map(({ figure, text }) => (
                  <div key={figure + text}>
                    <dt>{figure}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            )}
            <Link className={buttonClass('primary', { size: 'lg' })} {...signUp}>
              <span>Sign up for free</span>
            </Link>
          </div>
        </section>
        <FinanceFlow />
        <Features />
        <section className="ld-end" aria-labelledby="ld-end">
          <div className="ld-w">
            <PaperplaneMark />
            <h2 id="ld-end">Ready when your next booking is.</h2>
            <Link className={buttonClass('white', { size: 'lg' })} {...signUp}>
              <span>Sign up for free</span>
            </Link>
          </div>
        </section>
      </main>
      <footer className="ld-foot">
        <div className="ld-w">
          <LogoLink />
          <nav aria-label="Legal">
            <Link to={paths.terms.href()}>Terms of Service</Link>
            <Link to={paths.privacy.href()}>Privacy Policy</Link>
            <Link to={paths.login.href()}>Log in</Link>
          </nav>
        </div>
      </footer>
    </div>
  );
}
