import { deviceName, deviceNames, lastSeen, signOutWords } from './device-words';

const device = (words: string) => ({ device: words });

// Holds tenancy-67
it('names devices as people do', () => {
  expect(deviceName(device('Chrome, Windows'))).toBe('Chrome on Windows');
  expect(deviceName(device('Another program'))).toBe('Another program');
  const three = [device('Safari, iPhone'), device('Firefox, Linux'), device('Safari, iPad')];
  expect(deviceNames(three)).toBe('iPhone, Firefox on Linux, and iPad');
  expect(deviceNames([...three, device('Edge, Windows')])).toBe('iPhone, Firefox on Linux, and 2 more');
  expect([signOutWords(1), signOutWords(3)]).toEqual(['Sign out 1 device', 'Sign out 3 devices']);
});

it('says when one was last seen', () => {
  const now = new Date(2026, 10, 26, 12, 0);
  const seen = (at: Date, isThis = false) => lastSeen({ isThis, lastSeenAt: at.toISOString() }, now);
  expect(seen(new Date(2026, 10, 26, 11, 0), true)).toBe('now');
  expect(seen(new Date(2026, 10, 26, 7, 52))).toBe('today, 7:52 AM');
  expect(seen(new Date(2026, 10, 25, 22, 14))).toBe('yesterday, 10:14 PM');
  expect(seen(new Date(2026, 0, 30, 9, 2))).toBe('Jan 30, 9:02 AM');
});
