import { useState } from 'react';
import { processError } from '@paperplane/shared/domain';
import { loadSecondFactor, type AuthResult } from '@paperplane/shared/platform';
import { CODE_LENGTH, codeFailure } from './code-rules';

interface CodeEntry {
  code: string;
  problem: string | null;
  busy: boolean;
  isWhole: boolean;
  /** Six digits are given at once. */
  type: (digits: string) => void;
  submit: () => void;
  /** For another authenticator. */
  clear: () => void;
}

/**
 * A code while it is typed and given.
 * @param id the authenticator
 * @param onRight hears that it was taken; the session has its second factor by then
 */
export function useCode(id: string, onRight: () => void): CodeEntry {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function give(digits: string) {
    setBusy(true);
    const result: AuthResult = await loadSecondFactor()
      .then(({ giveCode }) => giveCode(id, digits))
      .catch((error: unknown) => ({ success: false, error: processError(error, 'Auth/VerifyCode') }));
    setBusy(false);
    if (result.success) onRight();
    else setProblem(codeFailure(result.error));
  }

  return {
    code,
    problem,
    busy,
    isWhole: code.length === CODE_LENGTH,
    type: (digits) => {
      if (busy) return;
      setCode(digits);
      setProblem(null);
      if (digits.length === CODE_LENGTH && digits !== code) void give(digits);
    },
    submit: () => {
      if (!busy && code.length === CODE_LENGTH) void give(code);
      else if (!busy) setProblem('Enter the 6 digits your authenticator shows.');
    },
    clear: () => {
      setCode('');
      setProblem(null);
    },
  };
}
