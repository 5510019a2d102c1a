import { Link, paths, useAuth } from '@paperplane/shared/platform';
import { buttonClass, FullMessage, FlightIllustration } from '@paperplane/shared/ui';
import { LogoLink } from '../../layout/logo-link';

const TITLE = 'This page does not exist';
const TEXT = 'The address may be mistyped, or the page has moved.';

/** An unknown address; below the top bar for signed-in people. */
export default function NotFoundPage() {
  const { isAuthenticated, isActive } = useAuth();
  const home = isAuthenticated
    ? { to: paths.dashboard.href(), label: 'Go to dashboard' }
    : { to: paths.home.href(), label: 'Go to the start page' };
  const action = (
    <Link className={buttonClass('primary')} to={home.to}>
      <span>{home.label}</span>
    </Link>
  );
  if (!isAuthenticated || !isActive) {
    return (
      <FullMessage
        header={<LogoLink />}
        illustration={<FlightIllustration grounded />}
        title={TITLE}
        actions={action}
      >
        {TEXT}
      </FullMessage>
    );
  }
  return (
    <main id="main" className="pp-page">
      <div className="pp-empty pp-empty-large">
        <FlightIllustration grounded />
        <h1 className="shell-notfound">{TITLE}</h1>
        <p>{TEXT}</p>
        <div className="pp-row">{action}</div>
      </div>
    </main>
  );
}
