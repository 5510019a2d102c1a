import { typedCents, type Balance, type Draft } from './draft';

/** A transaction as one line: solid is placed, dashed is still open. */
export function BalanceBar({ draft, balance, label }: { draft: Draft; balance: Balance; label: string }) {
  const width = (cents: number) => ({ flexGrow: Math.max(cents, 1) });
  return (
    <div className="wb-bar" role="img" aria-label={label}>
      {draft.parts.map((part) => (
        <i key={part.commissionId} style={width(typedCents(part.amount) ?? 0)} />
      ))}
      {balance.unclaimed > 0 && <i className="claim" style={width(balance.unclaimed)} />}
      {balance.fee > 0 && <i className="fee" style={width(balance.fee)} />}
      {balance.left > 0 && <i className="open" style={width(balance.left)} />}
    </div>
  );
}
