/**
 * What tells a file from every other: SHA-256 of its content, hex.
 * @param bytes content of the file
 */
export async function fileHash(bytes: ArrayBuffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
