/** A payout as the app shows it: `state` is its status. */
export type Standing<P extends { state: unknown }> = Omit<P, 'state' | 'status'> & { status: P['state'] };

/** The database says what it is by `state`; `status` is how deployed remotes of before know it. */
export const withState = <P extends { state: unknown; status: unknown }>({
  state,
  status: _known,
  ...rest
}: P): Standing<P> => ({
  ...rest,
  status: state,
});
