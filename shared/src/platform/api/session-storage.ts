export const SESSION_KEY = 'paperplane.auth';

/**
 * Where the session lives: `localStorage` when "Remember me" is on, `sessionStorage` when it is off.
 * A tab that holds a sessionStorage session reads that one first, so two people can work in two tabs.
 */
let remember: boolean | null = null;

/** Decides where the next session is kept; called by sign-in before any token arrives. Null takes the choice back. */
export function setRemember(value: boolean | null): void {
  remember = value;
}

const storeFor = (key: string): Storage => {
  if (remember !== null) return remember ? localStorage : sessionStorage;
  return sessionStorage.getItem(key) !== null ? sessionStorage : localStorage;
};

export const sessionStore = {
  getItem: (key: string): string | null => sessionStorage.getItem(key) ?? localStorage.getItem(key),
  setItem: (key: string, value: string): void => {
    const store = storeFor(key);
    store.setItem(key, value);
    if (store === localStorage) sessionStorage.removeItem(key);
  },
  /** Removes this tab's session; the remembered one goes too unless this tab had its own. */
  removeItem: (key: string): void => {
    if (sessionStorage.getItem(key) !== null) sessionStorage.removeItem(key);
    else localStorage.removeItem(key);
    // Auth clears its side keys (`…-code-verifier`) on the way to saving a session: the choice has to outlive that.
    if (!key.endsWith('-code-verifier')) remember = null;
  },
};

/** True when this tab's session is its own and not the browser's. */
export const isTabSession = (key: string): boolean => sessionStorage.getItem(key) !== null;

/** Of a session only the person is read here, at once and without a network; its tokens are the client's alone. */
const userIn = (text: string | null): string | null => {
  try {
    const session = JSON.parse(text ?? 'null') as { user?: { id?: unknown } } | null;
    return typeof session?.user?.id === 'string' ? session.user.id : null;
  } catch {
    return null;
  }
};

/** Whose session this tab holds; null when it holds none. */
export const storedUser = (key: string): string | null => userIn(sessionStore.getItem(key));

/** Whose session the browser remembers for all tabs. */
export const rememberedSessionUser = (key: string): string | null => userIn(localStorage.getItem(key));

/** Removes the remembered session of one person, which the server has ended meanwhile; this tab's own stays. */
export function removeRememberedSession(key: string, userId: string): void {
  if (isTabSession(key) && rememberedSessionUser(key) === userId) localStorage.removeItem(key);
}
