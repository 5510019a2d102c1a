import { Link } from '@paperplane/shared/platform';
import { differingFields, type SavedAlready } from '../domain';
import { buttonClass, InlineBanner } from '../ui';

/** The answer was lost. @param asking it is being asked for again */
export function LostAnswerBanner({ asking = false }: { asking?: boolean }) {
  return (
    <InlineBanner tone="warning" title="It is not known whether this was saved.">
      {asking
        ? 'The answer was lost on the way. It is asked for again; nothing is saved twice.'
        : 'No answer came. Send it again when the connection is back; nothing is saved twice.'}
    </InlineBanner>
  );
}

interface SavedAlreadyBannerProps {
  already: SavedAlready;
  /** Its page, where it has one. */
  to?: string;
}

/** An earlier try was saved, and what the form holds now is something else. */
export function SavedAlreadyBanner({ already, to }: SavedAlreadyBannerProps) {
  const { name, differs } = already;
  return (
    <InlineBanner tone="danger" title={name === undefined ? 'Saved already' : `Saved already as ${name}`}>
      <p>
        {differs.length > 0
          ? `This form has been saved once. What differs now: ${differingFields(already)}.`
          : 'This form has been saved once.'}{' '}
        Send it again to save it as another one.
      </p>
      {to !== undefined && (
        <div className="pp-banner-acts">
          <Link to={to} className={buttonClass('outline', { size: 'sm' })}>
            <span>Open {name}</span>
          </Link>
        </div>
      )}
    </InlineBanner>
  );
}
