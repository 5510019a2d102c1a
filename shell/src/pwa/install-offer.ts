/** The browser's offer to install the app; TypeScript does not know it, because not every browser makes one. */
export interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

/** The systems on which the app offers to be installed (docs/product/platform.md, Install prompt). */
const MOBILE = /Android|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i;

export const isMobile = (userAgent: string): boolean => MOBILE.test(userAgent);

/** Remembers "Not now" for the browser session, so that a reload does not ask again. */
const DECLINED = 'paperplane.install-declined';

const declined = (): boolean => {
  try {
    return sessionStorage.getItem(DECLINED) !== null;
  } catch {
    return false;
  }
};

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(value: InstallOffer | null): void {
  offer = value;
  listeners.forEach((listener) => listener());
}

/** The current offer, or null. */
export const currentOffer = (): InstallOffer | null => offer;

export function onOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Catches the browser's offer, which may come before the code that shows it. Elsewhere than on mobile systems the browser's own way stays. */
export function listenForOffer(userAgent = navigator.userAgent): void {
  if (!isMobile(userAgent)) return;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (!declined()) setOffer(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => setOffer(null));
}

/** Shows the browser's own question; an offer can be used once. */
export function acceptOffer(): void {
  const accepted = offer;
  setOffer(null);
  accepted?.prompt().catch(() => undefined);
}

/** "Not now". */
export function declineOffer(): void {
  setOffer(null);
  try {
    sessionStorage.setItem(DECLINED, '1');
  } catch {
    // A browser that keeps nothing asks again after a reload.
  }
}
