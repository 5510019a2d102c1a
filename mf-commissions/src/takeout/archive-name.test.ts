import { archiveName } from './archive-name';

// Holds tenancy-110, security-133
it.each([
  ['Itinerary.pdf', 'Itinerary.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['..\\..\\windows\\system.ini', '_.._windows_system.ini'],
  ['/root/.ssh/key', '_root_.ssh_key'],
  ['C:\\x.pdf', 'C_x.pdf'],
  ['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
  ['line\nbreak\u0000.txt', 'line_break_.txt'],
  ['con.txt', '_con.txt'],
  ['...', 'file'],
  ['', 'file'],
  [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(100)}.pdf`],
])('%j stays in its folder as %j', (name, expected) => expect(archiveName(name)).toBe(expected));
