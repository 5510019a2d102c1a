/** Writes down what functions of the database are asked and answer, and which live tags it sends: of which deployed remotes use some. */
import fs from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { DATABASE_CONTRACT } from './database-contract';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The files that say it: one in each room, and the platform's. */
const CONTRACTS = ['shared/src/contract/functions.ts', '{shell,mf-*}/src/**/contract.ts'];

/** How the database sends a live message: what names its tag. */
const SENDS = /private\.(?:send_tags?\([^;$]*?,|first_told\()\s*'(\w+)'/g;

function liveTags(): string[] {
  const files = globSync('supabase/schemas/*/functions/*.sql', { cwd: ROOT, absolute: true });
  const tags = files.flatMap((file) =>
    [...fs.readFileSync(file, 'utf8').matchAll(SENDS)].map(([, tag = '']) => tag),
  );
  return [...new Set(tags)].sort();
}

const FLAGS =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.MultilineObjectLiterals |
  ts.NodeBuilderFlags.InTypeAlias |
  ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;

/** @throws Error when two files say what one function answers */
export function reportOnDatabase(): string {
  const types = path.join(ROOT, 'shared/src/platform/api/database.types.ts');
  const contracts = globSync(CONTRACTS, { cwd: ROOT, absolute: true }).sort();
  const { options } = ts.parseJsonConfigFileContent(
    { extends: path.join(ROOT, 'tsconfig.base.json') },
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram([types, ...contracts], { ...options, noEmit: true, types: [] });
  const checker = program.getTypeChecker();

  const exported = (file: string, name: string): ts.Type => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const symbol = module && checker.getExportsOfModule(module).find((each) => each.name === name);
    if (!symbol) throw new Error(`${file} exports no ${name}`);
    return symbol.flags & ts.SymbolFlags.TypeAlias
      ? checker.getDeclaredTypeOfSymbol(symbol)
      : checker.getTypeOfSymbol(symbol);
  };
  const member = (type: ts.Type, ...names: string[]): ts.Type | undefined => {
    const [name, ...rest] = names;
    if (name === undefined) return type;
    const property = checker.getPropertyOfType(checker.getNonNullableType(type), name);
    return property && member(checker.getTypeOfSymbol(property), ...rest);
  };
  const printer = ts.createPrinter();
  const paper = ts.createSourceFile('report.ts', '', ts.ScriptTarget.Latest);
  const written = (type: ts.Type | undefined): string => {
    const node = type && checker.typeToTypeNode(type, undefined, FLAGS);
    return node ? printer.printNode(ts.EmitHint.Unspecified, node, paper) : 'unknown';
  };

  const functions = member(exported(types, 'Database'), 'public', 'Functions');
  const lines = new Map<string, string>();
  for (const file of contracts) {
    const contract = exported(file, 'contract');
    for (const { name } of checker.getPropertiesOfType(contract)) {
      if (lines.has(name)) throw new Error(`${name} stands in two contracts, one of them is ${file}`);
      const args = functions && member(functions, name, 'Args');
      const parameters = (args ? checker.getPropertiesOfType(args) : []).map((parameter) => {
        const { name: key, flags } = parameter;
        const type =
          member(contract, name, 'args', key, '~types', 'input') ?? checker.getTypeOfSymbol(parameter);
        return `    ${key}${flags & ts.SymbolFlags.Optional ? '?' : ''}: ${written(type).replace(/\n/g, '\n    ')};`;
      });
      lines.set(
        name,
        [
          ...(parameters.length > 0
            ? [`function ${name}(args: {`, ...parameters, '}): unknown;']
            : [`function ${name}(): unknown;`]),
          `const ${name}: ${written(member(contract, name, 'answer', '~types', 'output'))};`,
        ].join('\n'),
      );
    }
  }
  return [
    `# Contract ${DATABASE_CONTRACT.major}.${DATABASE_CONTRACT.minor}`,
    '',
    '## Report on "database"',
    '',
    ...[...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => `${text}\n`),
    '## Report on "live-tags"',
    '',
    ...liveTags().map((tag) => `tag ${tag};`),
    '',
  ].join('\n');
}
