import { TextArea } from '@paperplane/shared/ui';
import { readSetupToken } from './setup-token';

interface TokenFieldsProps {
  /** Where a token is made. */
  bridge: string;
  token: string;
  /** Why the last try did not work. */
  refusal: string | null;
  onType: (token: string) => void;
}

/** A setup token of SimpleFIN: where it comes from, and the field it is pasted into. */
export function TokenFields({ bridge, token, refusal, onType }: TokenFieldsProps) {
  const reading = readSetupToken(token);
  return (
    <ol className="steps">
      <li>
        <span>
          Connect your bank at the bridge and copy its setup token.{' '}
          <a className="pp-link" href={bridge} target="_blank" rel="noreferrer">
            Open the bridge
          </a>
        </span>
      </li>
      <li>
        <TextArea
          label="Setup token"
          name="token"
          className="token"
          rows={3}
          spellCheck={false}
          autoComplete="off"
          value={token}
          error={refusal ?? (reading && 'problem' in reading ? reading.problem : null)}
          success={reading && 'host' in reading ? `A token of ${reading.host}` : null}
          onChange={(event) => onType(event.target.value)}
        />
      </li>
    </ol>
  );
}
