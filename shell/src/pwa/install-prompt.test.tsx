import { act, fireEvent, render, screen } from '@testing-library/react';
import { acceptOffer, isMobile, listenForOffer } from './install-offer';
import { InstallPrompt } from './install-prompt';

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)';
listenForOffer(PHONE);

/** What a browser does that would install the app. */
function offer() {
  const prompt = jest.fn(() => Promise.resolve());
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return { prompt, event };
}

const prompt = () => screen.queryByRole('dialog', { name: 'Install Paperplane' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  act(acceptOffer);
  sessionStorage.clear();
  render(<InstallPrompt />);
});

// Mobile systems, by their user agents
// Holds platform-28
it.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', true],
  ['Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X)', true],
  ['Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X)', true],
  ['Mozilla/5.0 (BlackBerry; U; BlackBerry 9900; en)', true],
  ['Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; IEMobile/10.0)', true],
  ['Opera/9.80 (J2ME/MIDP; Opera Mini/9.80)', true],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Edg/156.0.0.0', false],
])('%s is mobile: %s', (userAgent, expected) => expect(isMobile(userAgent)).toBe(expected));

// Only when the browser offers to install
// Holds platform-26
it('stays away until the browser offers to install', () => {
  expect(prompt()).toBeNull();
  expect(offer().event.defaultPrevented).toBe(true);
  expect(prompt()).toBeVisible();
});

// docs/product/platform.md, Install prompt
// Holds platform-29
it('has a title, a text, Install, Not now and a close icon', () => {
  offer();
  expect(prompt()).toHaveTextContent('Install Paperplane');
  expect(prompt()).toHaveTextContent('Install for quick access and offline use');
  expect(screen.getAllByRole('button').map((each) => each.textContent || each.ariaLabel)).toEqual([
    'Install',
    'Not now',
    'Close',
  ]);
});

// It hides after installing, after a refusal, and with the browser's event `appinstalled`
// Holds platform-30
it('shows the browser’s own question once, and goes', () => {
  const { prompt: asked } = offer();
  press('Install');
  expect(asked).toHaveBeenCalledTimes(1);
  expect(prompt()).toBeNull();
});

// Holds platform-31
it.each(['Not now', 'Close'])('goes with "%s", and does not come back in this session', (name) => {
  const { prompt: asked } = offer();
  press(name);
  expect(prompt()).toBeNull();
  offer();
  expect(prompt()).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

// Holds platform-32
it('goes when the app has been installed another way', () => {
  offer();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  expect(prompt()).toBeNull();
});
