import { useState } from 'react';
import { displayMessage } from '@paperplane/shared/domain';
import { Link, paths, useAuth } from '@paperplane/shared/platform';
import { buttonClass, InlineBanner, InlineError, MailCheck, SkeletonRows } from '@paperplane/shared/ui';
import { mailLinkError } from '../../config/mail-link-error';
import { AuthFrame } from '../auth/auth-frame';
import { useGetAddressChangeQuery } from '../profile/address/address-api';
import { addressWaits } from '../profile/address/address-rules';

/** What Auth puts behind the # when one of the two has confirmed; taken out of the address with the first look. */
function takeMessage(): boolean {
  const isHalf = new URLSearchParams(window.location.hash.slice(1)).has('message');
  if (isHalf) window.history.replaceState(window.history.state, '', window.location.pathname);
  return isHalf;
}

/** Where the links of a change of address land: what has happened, and what is missing (docs/product/tenancy.md, Change of address). */
export default function EmailChangePage() {
  const { user } = useAuth();
  const [isHalf] = useState(takeMessage);
  return (
    <AuthFrame>
      <span className="auth-tile">
        <MailCheck className="pp-i pp-i-24" />
      </span>
      <h1>Change of email address</h1>
      {mailLinkError() ? (
        <InlineBanner tone="warning" title={mailLinkError()}>
          Nothing was changed by it. Links are good once and for an hour; your profile says what is missing,
          and sends them again.
        </InlineBanner>
      ) : (
        isHalf && (
          <InlineBanner tone="success" title="This address is confirmed">
            One of two is done. Open the link in the mail to the other address, too: until then nothing
            changes.
          </InlineBanner>
        )
      )}
      {user ? (
        <OwnChange own={user.email} />
      ) : (
        <div className="auth-actions">
          <Link className={buttonClass('outline')} to={paths.login.href({ redirect: paths.profile.href() })}>
            <span>Log in</span>
          </Link>
        </div>
      )}
    </AuthFrame>
  );
}

/** The same to whoever is signed in here: by name. */
function OwnChange({ own }: { own: string }) {
  const { data: change, error, isLoading, refetch } = useGetAddressChangeQuery();
  const waits = change && addressWaits(change, own);
  return (
    <>
      {isLoading ? (
        <SkeletonRows rows={1} label="Loading" />
      ) : error ? (
        <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <p className="auth-lead">
          {waits ? (
            <>
              <b className="pp-strong">{waits.title}.</b> {waits.text}
            </>
          ) : (
            <>
              You sign in with <b className="pp-strong">{own}</b>.
            </>
          )}
        </p>
      )}
      <div className="auth-actions">
        <Link className={buttonClass('outline')} to={paths.profile.href()}>
          <span>Open your profile</span>
        </Link>
      </div>
    </>
  );
}
