import { formatMoneyExact, plural } from '@paperplane/shared/domain';
import { Button, InlineBanner, StatusGlyph } from '@paperplane/shared/ui';
import type { Payout } from '../payout-types';

interface UnfundedBannerProps {
  record: Payout;
  /** Holds all of these; undefined while the payout is no draft. */
  onHold?: (() => void) | undefined;
}

/** What the payout pays although the vendors have not: it may, and it is told. */
export function UnfundedBanner({ record: { payout, unfunded }, onHold }: UnfundedBannerProps) {
  return (
    <InlineBanner
      tone="warning"
      title={`Not received from vendors: ${formatMoneyExact(unfunded.amount, payout.currency)}, ${plural(unfunded.count, 'commission')}`}
    >
      <p>Their customers have paid, the vendors not yet. What is paid to agents now is advanced.</p>
      {onHold && (
        <Button
          variant="outline"
          size="sm"
          icon={<StatusGlyph status="held" />}
          className="payout-hold-all"
          onClick={onHold}
        >
          Hold all of these
        </Button>
      )}
    </InlineBanner>
  );
}
