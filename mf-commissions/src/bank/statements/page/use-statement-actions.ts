import { useKeys } from '@paperplane/shared/ui';
import { displayMessage } from '@paperplane/shared/domain';
import { useToast } from '@paperplane/shared/platform';
import { useState } from 'react';
import type { VendorStatement } from '../../bank-types';
import { useSetVendorStatementMutation } from '../statements-api';

export type StatementActs = ReturnType<typeof useStatementActions>;

/** What can be decided about a statement. A refusal stays until the next attempt. */
export function useStatementActions({ id, version, status, total, fee }: VendorStatement) {
  const [set, { isLoading }] = useSetVendorStatementMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const toast = useToast();
  const decide = async (state: 'read' | 'expected' | 'set_aside', done: string) => {
    setFailure(null);
    try {
      await set({ statementId: id, expectedVersion: version, state, expectedOn: null }).unwrap();
      toast.success(done);
    } catch (error) {
      setFailure(displayMessage(error));
    }
  };
  const mayExpect = (status === 'read' || status === 'set_aside') && total > fee;
  const expect = mayExpect ? () => decide('expected', 'Its deposit is expected') : null;
  useKeys({ 'Mod+Enter': expect && !isLoading ? () => void expect() : undefined });
  return {
    busy: isLoading,
    failure,
    /** Null where there is nothing to expect. */
    expect,
    stop: () => decide('read', 'Its deposit is no longer expected'),
    setAside: () => decide('set_aside', 'Set aside'),
  };
}
