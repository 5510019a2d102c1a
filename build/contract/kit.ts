/** Writes down the classes and tokens that the shell ships and deployed remotes name. */
import fs from 'node:fs';
import path from 'node:path';
import postcss, { type Root } from 'postcss';

const UI = path.resolve(import.meta.dirname, '../../shared/src/ui');

/** A sheet with all that it imports from its own folder. */
function sheets(file: string): Root[] {
  const root = postcss.parse(fs.readFileSync(file, 'utf8'));
  const imported: Root[] = [];
  root.walkAtRules('import', ({ params }) => {
    const [, name] = /^'(\.[^']+)'/.exec(params) ?? [];
    if (name) imported.push(...sheets(path.join(path.dirname(file), name)));
  });
  return [root, ...imported];
}

export function reportOnKit(ui = UI): string {
  const [classes, tokens] = [new Set<string>(), new Set<string>()];
  for (const sheet of ['kit.css', 'tokens.css'].flatMap((name) => sheets(path.join(ui, name)))) {
    sheet.walkRules(({ selector }) => {
      for (const [, name = ''] of selector.matchAll(/\.(pp-[\w-]+)/g)) classes.add(name);
    });
    sheet.walkDecls(/^--/, ({ prop }) => void tokens.add(prop));
  }
  const listed = (kind: string, names: Set<string>) => [...names].sort().map((name) => `${kind} ${name};`);
  return ['## Report on "kit"', '', ...listed('class', classes), '', ...listed('token', tokens), ''].join(
    '\n',
  );
}
