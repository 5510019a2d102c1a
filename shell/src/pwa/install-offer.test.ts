/** @jest-environment jsdom */
import { currentOffer, listenForOffer } from './install-offer';

// On mobile systems only (docs/product/platform.md, Install prompt)
// Holds platform-27
it('leaves the browser’s own way to install alone on a computer', () => {
  listenForOffer('Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0');
  const event = new Event('beforeinstallprompt', { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(currentOffer()).toBeNull();
});
