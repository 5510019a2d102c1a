import { Checkbox, CircleAlert } from '@paperplane/shared/ui';
import { useId } from 'react';
import { familiesOf } from './webhook-words';

interface EventChoiceProps {
  types: readonly string[];
  chosen: readonly string[];
  error: string | null;
  onChoose: (events: string[]) => void;
}

/** Whole families, which take in what comes later, or single events. */
export function EventChoice({ types, chosen, error, onChoose }: EventChoiceProps) {
  const id = useId();
  const turn = (event: string, isOn: boolean, without: readonly string[] = []) =>
    onChoose([
      ...chosen.filter((each) => each !== event && !without.includes(each)),
      ...(isOn ? [event] : []),
    ]);
  return (
    <fieldset className="webhook-events" aria-describedby={error ? id : undefined}>
      <legend>Events</legend>
      {familiesOf(types).map(({ key, label, all, types: single }) => {
        const isAll = chosen.includes(all);
        return (
          <div key={key} className="family">
            <Checkbox
              id={`event-${key}`}
              name="events"
              label={
                <>
                  {label} <code>{all}</code>
                </>
              }
              checked={isAll}
              onChange={(event) => turn(all, event.target.checked, single)}
            />
            <div className="single">
              {single.map((type) => (
                <Checkbox
                  key={type}
                  id={`event-${type.replace('.', '-')}`}
                  name="events"
                  label={<code>{type}</code>}
                  checked={isAll || chosen.includes(type)}
                  disabled={isAll}
                  onChange={(event) => turn(type, event.target.checked)}
                />
              ))}
            </div>
          </div>
        );
      })}
      {error && (
        <p className="pp-error" role="alert" id={id}>
          <CircleAlert className="pp-i" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
