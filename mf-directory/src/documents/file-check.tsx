import { InlineBanner } from '@paperplane/shared/ui';
import { checkText, refusalText, type FileCheck } from './check-words';

/** What is going on with a file that is not accepted, beside its document. */
export function CheckLine({ check }: { check: FileCheck }) {
  return (
    <span className={`doc-check is-${check.state}`} title={checkText(check)}>
      {checkText(check)}
    </span>
  );
}

interface CheckBannerProps {
  check: FileCheck;
  /** Others see a version of before. */
  isNext: boolean;
}

/** The same on the document itself, with what to do. */
export function CheckBanner({ check, isNext }: CheckBannerProps) {
  if (check.state === 'refused')
    return (
      <InlineBanner tone="danger" title={`${check.name} was refused`}>
        {`${refusalText(check)} Nobody else has seen it. Upload the right file as a new version${isNext ? '' : ', or delete the document'}.`}
      </InlineBanner>
    );
  const until = isNext
    ? 'Until then everybody sees the version before.'
    : 'Until then you alone see this document.';
  return (
    <InlineBanner
      tone={check.isLate ? 'warning' : 'info'}
      title={check.isLate ? `${check.name} is still waiting to be checked` : `Checking ${check.name} …`}
    >
      {check.isLate
        ? `Checking takes longer than it should. It goes on by itself. ${until}`
        : `What it holds is compared with what it says it is. ${until}`}
    </InlineBanner>
  );
}
