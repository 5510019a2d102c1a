import { Button, useLazy } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent } from 'react';
import type { PenaltyFieldsProps } from './penalty-fields';
import type { PenaltyText } from './read-penalty';

const load = () => import(/* webpackChunkName: "sale-agreed" */ './penalty-fields');

interface PenaltyPartProps extends Omit<PenaltyFieldsProps, 'typed'> {
  /** Null: the vendor pays nothing any more. */
  typed: PenaltyText | null;
}

/** What the vendor still pays after a cancellation; behind a link, for most pay nothing. */
export function PenaltyPart(props: PenaltyPartProps) {
  const { part, fetch } = useLazy(load);
  const show = useEffectEvent(() => void fetch());
  const isOpen = props.typed !== null;
  useEffect(() => {
    if (isOpen) show();
  }, [isOpen]);
  if (props.typed) return part && <part.PenaltyFields {...props} typed={props.typed} />;
  return (
    <p className="sale-penalty-link">
      <Button variant="link" size="sm" onClick={() => props.onType({ amount: '', dueOn: '' })}>
        The vendor still pays a part
      </Button>
    </p>
  );
}
