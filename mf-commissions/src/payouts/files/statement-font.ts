/** The font of statements with names that no built-in font can write, as base64. */
export async function loadStatementFont(): Promise<string> {
  const url = new URL('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf', import.meta.url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The font did not load: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(text);
}
