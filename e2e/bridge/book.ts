import crypto from 'node:crypto';
import fs from 'node:fs';
import type { BridgeAccount } from './accounts';

/** What a bridge remembers: its accounts, and which tokens were claimed by whom. */
interface Kept {
  port: number;
  accounts: BridgeAccount[];
  /** Passwords by claim; null while nobody has claimed it. */
  claims: Record<string, string | null>;
}

export interface Book {
  kept: Kept;
  /** A claim that nobody has used. */
  newClaim(): string;
  /** The password that a claim is good for, once; null where it is not. */
  use(claim: string): string | null;
  isPassword(password: string): boolean;
  keep(): void;
}

/** Opens what a bridge remembers, in a file where there is one. */
export function openBook(file: string | undefined): Book {
  const kept: Kept =
    file && fs.existsSync(file)
      ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Kept)
      : { port: 0, accounts: [], claims: {} };
  const keep = () => {
    if (file) fs.writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  };
  return {
    kept,
    keep,
    newClaim() {
      const claim = crypto.randomBytes(16).toString('hex');
      kept.claims[claim] = null;
      keep();
      return claim;
    },
    use(claim) {
      if (kept.claims[claim] !== null) return null;
      const password = crypto.randomBytes(24).toString('hex');
      kept.claims[claim] = password;
      keep();
      return password;
    },
    isPassword: (password) => password !== '' && Object.values(kept.claims).includes(password),
  };
}
