import type { CommissionStatus, StatusOption } from '@paperplane/shared/domain';
import { CircleAlert, cx, fieldId, StatusGlyph } from '@paperplane/shared/ui';

interface StatusChoicesProps {
  options: readonly StatusOption<CommissionStatus>[];
  value: string | null;
  onChoose: (status: CommissionStatus) => void;
  error?: string;
}

/** The statuses on offer as radio buttons; one that is illegal now is disabled and says why (docs/product/commissions.md, Commission states). */
export function StatusChoices({ options, value, onChoose, error }: StatusChoicesProps) {
  const first = options.find(({ refusal }) => refusal === null);
  return (
    <fieldset
      className="pp-field commission-statuses"
      aria-describedby={error ? `${fieldId('status')}-help` : undefined}
    >
      <legend className="pp-label">Status</legend>
      {options.map((option) => {
        const { status, label, refusal } = option;
        return (
          <label
            key={status}
            className={cx('pp-choice commission-choice', `s-${status}`, value === status && 'is-on')}
          >
            <input
              type="radio"
              name="status"
              id={option === first ? fieldId('status') : undefined}
              value={status}
              checked={value === status}
              disabled={refusal !== null}
              onChange={() => onChoose(status)}
            />
            <StatusGlyph status={status} className="pp-i-20" />
            <span>
              <b>{label}</b>
              {refusal && <small>{refusal}</small>}
            </span>
          </label>
        );
      })}
      {error && (
        <p className="pp-error" role="alert" id={`${fieldId('status')}-help`}>
          <CircleAlert className="pp-i" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
