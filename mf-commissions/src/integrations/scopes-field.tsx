import { CircleAlert, cx, fieldId } from '@paperplane/shared/ui';
import { accessesOf, accessTo, labelOf, RESOURCES, withAccess, type Access, type Scope } from './scopes';

const ACCESS_LABELS: Readonly<Record<Access, string>> = { none: 'None', read: 'Read', write: 'Write' };
interface ScopesFieldProps {
  scopes: readonly Scope[];
  error: string | undefined;
  onChange: (scopes: Scope[]) => void;
}

/** What a key may do, resource by resource. */
export function ScopesField({ scopes, error, onChange }: ScopesFieldProps) {
  return (
    <fieldset className="pp-field keys-scopes" aria-describedby="field-scopes-help">
      <legend className="pp-label">What it may do</legend>
      {RESOURCES.map((resource, row) => (
        <div key={resource} role="radiogroup" aria-label={labelOf(resource)} className="keys-scope">
          <span aria-hidden="true">{labelOf(resource)}</span>
          {accessesOf(resource).map((access) => {
            const chosen = accessTo(resource, scopes) === access;
            return (
              <label key={access} className={cx(chosen && 'is-on', access === 'write' && 'is-write')}>
                <input
                  type="radio"
                  name={`scope-${resource}`}
                  id={row === 0 && access === 'none' ? fieldId('scopes') : undefined}
                  checked={chosen}
                  onChange={() => onChange(withAccess(scopes, resource, access))}
                />
                {ACCESS_LABELS[access]}
              </label>
            );
          })}
        </div>
      ))}
      {error ? (
        <p className="pp-error" role="alert" id="field-scopes-help">
          <CircleAlert className="pp-i" />
          {error}
        </p>
      ) : (
        <p className="pp-hint" id="field-scopes-help">
          Who writes also reads. No key approves or pays, or reads passports or bank details.
        </p>
      )}
    </fieldset>
  );
}
