/** The name of this picture with this key: as unguessable as the key. @param drawn a name with the ending */
export async function keyedName(drawn: string, image: Blob, requestKey: string): Promise<string> {
  const content = new Uint8Array(await new Blob([requestKey, image]).arrayBuffer());
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  const hex = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return drawn.replace(/^[^.]+/, hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
}
