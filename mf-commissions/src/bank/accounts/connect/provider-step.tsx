import { displayMessage } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import {
  Button,
  buttonClass,
  Dialog,
  ErrorState,
  InlineBanner,
  MOD_KEY,
  ShieldCheck,
  Skeleton,
  submitOnModEnter,
  useGuardedClose,
} from '@paperplane/shared/ui';
import { useId, useState } from 'react';
import type { BankConnection, BankProvider } from '../../bank-types';
import { useGetBankProvidersQuery } from '../bank-accounts-api';
import { connectionName } from '../source-words';
import { BankFields } from './bank-fields';
import { functionsAreAway } from './functions-away';
import { ProviderChoice } from './provider-choice';
import { TokenFields } from './token-fields';
import { useConnect } from './use-connect';

interface ProviderStepProps {
  renewed: BankConnection | null;
  onClaimed: (connectionId: string) => void;
  onClose: () => void;
}

/** The first step: by which way, and what that way needs. */
export function ProviderStep({ renewed, onClaimed, onClose }: ProviderStepProps) {
  const formId = useId();
  const providers = useGetBankProvidersQuery();
  const [provider, setProvider] = useState<BankProvider>(renewed?.provider ?? 'simplefin');
  const work = useConnect(renewed, onClaimed);
  const { requestClose, question } = useGuardedClose({
    dirty: work.token.trim() !== '',
    busy: work.busy,
    onClose,
  });
  const away = functionsAreAway(providers.error) || functionsAreAway(work.failure);
  const { data } = providers;
  const canVisit = data?.enableBanking.configured ?? false;
  const isToken = provider === 'simplefin';
  const canSubmit = data && !away && (isToken || canVisit);

  return (
    <Dialog
      title={renewed ? `Reconnect ${connectionName(renewed)}` : 'Connect a bank'}
      subtitle="Paperplane reads what arrives. It cannot pay."
      size="lg"
      onCloseRequest={requestClose}
      footer={
        <>
          <Button variant="outline" onClick={requestClose} disabled={work.busy}>
            {canSubmit ? 'Cancel' : 'Close'}
          </Button>
          {canSubmit && (
            <Button
              type="submit"
              form={formId}
              loading={work.busy}
              iconAfter={
                <kbd className="pp-kbd only-d" aria-hidden="true">
                  {MOD_KEY} ↵
                </kbd>
              }
            >
              {isToken ? 'Claim token' : 'Continue at the bank'}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="conn"
        onKeyDown={submitOnModEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (!work.busy) void (isToken ? work.claim() : work.visit());
        }}
      >
        {away ? (
          <InlineBanner tone="warning" title="This installation does not connect banks yet">
            <p>
              Its functions are not there, or do not answer. Files work as always:{' '}
              <Link className={buttonClass('link', { size: 'sm' })} to={paths.bankImport.href()}>
                Import a file
              </Link>
            </p>
          </InlineBanner>
        ) : providers.error ? (
          <ErrorState
            title="The ways to connect did not load"
            message={displayMessage(providers.error)}
            onRetry={() => void providers.refetch()}
          />
        ) : !data ? (
          <Skeleton width="100%" height={220} />
        ) : (
          <>
            {work.failure && (
              <InlineBanner tone="danger" title="Not connected">
                {displayMessage(work.failure)}
              </InlineBanner>
            )}
            {work.notice}
            {!renewed && <ProviderChoice {...{ provider }} disabled={work.busy} onChoose={setProvider} />}
            {isToken ? (
              <TokenFields
                bridge={data.simplefin.bridgeUrl}
                token={work.token}
                refusal={work.tokenError}
                onType={work.typeToken}
              />
            ) : canVisit ? (
              <BankFields
                country={work.country}
                bank={work.bank}
                error={work.bankError}
                onCountry={work.chooseCountry}
                onBank={work.chooseBank}
              />
            ) : (
              <InlineBanner tone="info" title="Account data from the EU is not set up here">
                It needs a contract with a provider; whoever runs this installation sets it up. Files of every
                bank work as always.
              </InlineBanner>
            )}
            {(isToken || canVisit) && (
              <p className="pp-note">
                <ShieldCheck className="pp-i" />
                <span>
                  {isToken
                    ? 'It works once. We claim it on our server and keep the key encrypted; no browser sees it, removing the connection forgets it.'
                    : 'You sign in at your bank; we never see how. The consent ends by itself after some months, and we remind you before. Removing the connection forgets it.'}
                </span>
              </p>
            )}
          </>
        )}
      </form>
      {question}
    </Dialog>
  );
}
