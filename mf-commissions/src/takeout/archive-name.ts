/** What no system takes in the name of a file, and what turns the direction of writing. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** Devices of Windows. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const LONGEST = 100;

/**
 * A name of a file that stays in the folder it is unpacked into, on every system: no separators, no dots in front, no device.
 * @param name as somebody called it when it was uploaded
 */
export function archiveName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const [, ending = ''] = /(\.\w{1,8})$/.exec(plain) ?? [];
  const short = [...plain.slice(0, plain.length - ending.length)].slice(0, LONGEST).join('') + ending;
  return RESERVED.test(short) ? `_${short}` : short || 'file';
}
