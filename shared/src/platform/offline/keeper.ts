/** Decides whose answers this device keeps, and reads them back (docs/product/platform.md, Reading offline). */
import { claimsOf } from '../auth/claims';
import { passwordDueOf, sessionIdOf } from '../auth/password-due';
import { expectedUser } from '../auth/expected-user';
import { isTabSession, SESSION_KEY } from '../api/session-storage';
import { CONTRACT } from '../contract';
import type { Answers, KeptAnswer } from './kept-answers';
import { mayKeep } from './may-keep';
import { getKept, putKept, type Owner, type ToKeep } from './vault';
import { isNamed, keptOf } from '../../domain/what-is-kept';

interface StoredSession {
  access_token: string;
  user: { id: string; factors?: { status?: string }[] };
}

/** The remembered session, as the client stores it; its tokens may have run out. */
function storedSession(): StoredSession | null {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as Partial<StoredSession> | null;
    return typeof session?.access_token === 'string' && typeof session.user?.id === 'string'
      ? (session as StoredSession)
      : null;
  } catch {
    return null;
  }
}

/** Whether somebody with a second factor has given it in this session. */
const isWhole = ({ access_token: token, user }: StoredSession): boolean =>
  claimsOf(token).aal === 'aal2' || !(user.factors ?? []).some(({ status }) => status === 'verified');

/**
 * For whom this device keeps and reads; null for nobody: no session that is remembered for all tabs, one that still has to set a password
 * or to show its second factor, or a person whose agency does not allow it.
 */
export function ownerOf(): Owner | null {
  const user = expectedUser();
  const session = isTabSession(SESSION_KEY) ? null : storedSession();
  if (!user || !session || session.user.id !== user.id || !mayKeep(user)) return null;
  const sessionId = sessionIdOf(session.access_token);
  if (!sessionId || passwordDueOf(session.access_token) || !isWhole(session)) return null;
  return { sessionId, userId: user.id, contract: `${CONTRACT.major}.${CONTRACT.minor}` };
}

const isOwner = (owner: Owner): boolean => {
  const now = ownerOf();
  return now?.sessionId === owner.sessionId && now.userId === owner.userId;
};

/** Lets the page work between two pieces. */
const breathe = () => new Promise((resolve) => setTimeout(resolve));

/** Keeps what of these answers may be kept, and takes them all. */
export async function keepAnswers(waiting: Answers): Promise<void> {
  const owner = ownerOf();
  const user = expectedUser();
  const answers = [...waiting];
  waiting.clear();
  if (!owner || !user) return;
  const texts: ToKeep[] = [];
  for (const [key, { data, at }] of answers) {
    // `listSales({"page":1})`, `getMyPayouts(undefined)`
    const [endpoint = ''] = key.split('(', 1);
    if (!isNamed(endpoint)) continue;
    const asked = key.slice(endpoint.length + 1, -1);
    const arg: unknown = asked === 'undefined' ? undefined : JSON.parse(asked);
    const kept = keptOf(endpoint, data, { userId: owner.userId, isAgent: user.role === 'agent', arg });
    texts.push({ key, at, text: kept === undefined ? null : JSON.stringify(kept) });
    await breathe();
  }
  if (texts.length > 0) await putKept(owner, texts, () => isOwner(owner));
}

/** What this device keeps under a key of the api's cache, for the person who is signed in. */
export async function readKept(key: string): Promise<KeptAnswer | null> {
  const owner = ownerOf();
  const kept = owner && (await getKept(owner, key));
  return kept ? { data: JSON.parse(kept.text) as unknown, at: kept.at } : null;
}
