import { useKeys } from '@paperplane/shared/ui';
import { actName, displayMessage, formatMoneyExact, roundHalfAway } from '@paperplane/shared/domain';
import { useCurrentUser, useToast } from '@paperplane/shared/platform';
import { useState } from 'react';
import type { VendorStatement } from '../../bank-types';
import { useSetVendorStatementMutation } from '../statements-api';

export type StatementActs = ReturnType<typeof useStatementActions>;

/** What can be decided about a statement. A refusal stays until the next attempt. */
export function useStatementActions({
  id,
  version,
  status,
  total,
  fee,
  vendor,
  expectedOn,
}: VendorStatement) {
  const { currency } = useCurrentUser().organization;
  const [set, { isLoading }] = useSetVendorStatementMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const toast = useToast();
  const facts = {
    amount: formatMoneyExact(roundHalfAway(total - fee, 2), currency),
    who: `from ${vendor.name}`,
    days: expectedOn,
  };
  const decide = async (state: 'read' | 'expected' | 'set_aside', done: string, next: string) => {
    setFailure(null);
    try {
      await set({ statementId: id, expectedVersion: version, state, expectedOn: null }).unwrap();
      toast.done(actName(done, facts), next);
    } catch (error) {
      setFailure(displayMessage(error));
    }
  };
  const mayExpect = (status === 'read' || status === 'set_aside') && total > fee;
  const expect = mayExpect
    ? () => decide('expected', 'Deposit expected', 'Stop expecting takes it back.')
    : null;
  useKeys({ 'Mod+Enter': expect && !isLoading ? () => void expect() : undefined });
  return {
    /** What its deposit moves, for the names of what is decided. */
    facts,
    busy: isLoading,
    failure,
    /** Null where there is nothing to expect. */
    expect,
    stop: () => decide('read', 'Deposit no longer expected', 'It can be expected again.'),
    setAside: () => decide('set_aside', 'Set aside', 'Expect this deposit brings it back.'),
  };
}
