import { cx } from '@paperplane/shared/ui';
import type { BankProvider } from '../../bank-types';
import { PROVIDER_WORDS } from '../source-words';

const WAYS = [
  { provider: 'simplefin', label: PROVIDER_WORDS.simplefin, hint: 'Banks in the US and Canada' },
  { provider: 'enable_banking', label: PROVIDER_WORDS.enable_banking, hint: 'You sign in at your bank' },
] as const;

interface ProviderChoiceProps {
  provider: BankProvider;
  disabled: boolean;
  onChoose: (provider: BankProvider) => void;
}

/** By which way a bank is connected. */
export const ProviderChoice = ({ provider: chosen, disabled, onChoose }: ProviderChoiceProps) => (
  <div className="ways" role="radiogroup" aria-label="Provider">
    {WAYS.map(({ provider, label, hint }) => (
      <label key={provider} className={cx('pp-choice', provider === chosen && 'is-on')}>
        <input
          type="radio"
          name="provider"
          className="pick"
          checked={provider === chosen}
          disabled={disabled}
          onChange={() => onChoose(provider)}
        />
        <span>
          {label}
          <small>{hint}</small>
        </span>
      </label>
    ))}
  </div>
);
