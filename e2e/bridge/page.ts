import { FAULTS, type Fault } from './faults';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The page of the bridge: a new setup token to copy, and what the bridge answers. */
export const bridgePage = (token: string, fault: Fault): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo bridge</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; color: #1d2433; background: #fff }
textarea { width: 100%; font: 14px/1.4 ui-monospace, monospace; padding: .5rem; box-sizing: border-box }
button, select { font: inherit; padding: .4rem .8rem }
</style></head>
<body><main>
<h1>Demo bridge</h1>
<p>It speaks SimpleFIN and has the accounts of a made-up bank: three days of the demo agency.</p>
<p><label for="token">Setup token, good once</label></p>
<textarea id="token" rows="3" readonly>${escape(token)}</textarea>
<p><button type="button" id="copy">Copy token</button> <a href="/">Another one</a> <output id="said"></output></p>
<form method="post" action="/faults">
<p><label for="fault">What it answers</label>
<select id="fault" name="fault">${Object.entries(FAULTS)
  .map(
    ([name, words]) =>
      `<option value="${name}"${name === fault ? ' selected' : ''}>${escape(words)}</option>`,
  )
  .join('')}</select> <button>Set</button></p>
</form>
</main>
<script>
document.getElementById('copy').onclick = async () => {
  const token = document.getElementById('token');
  token.select();
  try { await navigator.clipboard.writeText(token.value) } catch { document.execCommand('copy') }
  document.getElementById('said').textContent = 'Copied';
};
</script>
</body></html>`;
