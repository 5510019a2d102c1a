import path from 'node:path';
import ts from 'typescript';
import { CONTRACT, contractProblem } from './contract';

describe('contractProblem', () => {
  it.each([
    [{ major: 1, minor: 0 }, { major: 1, minor: 0 }, null],
    [{ major: 1, minor: 0 }, { major: 1, minor: 3 }, null],
    [{ major: 1, minor: 4 }, { major: 1, minor: 3 }, 'needs platform 1.4, this app provides 1.3'],
    [{ major: 2, minor: 0 }, { major: 1, minor: 3 }, 'built for platform 2.0, this app provides 1.3'],
    [{ major: 1, minor: 9 }, { major: 2, minor: 0 }, 'built for platform 1.9, this app provides 2.0'],
  ])('a remote that needs %j on an app that provides %j: %s', (needs, provides, problem) => {
    expect(contractProblem(needs, provides)).toBe(problem);
  });
});

/** Prints every export with its type, one line each, shortened: enough to notice a change. */
function exportsOf(file: string): string[] {
  const { config } = ts.readConfigFile(
    path.resolve(__dirname, '../../../tsconfig.base.json'),
    ts.sys.readFile,
  );
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, __dirname);
  const program = ts.createProgram([file], { ...options, types: [] });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file)!;
  return checker.getExportsOfModule(checker.getSymbolAtLocation(source)!).map((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const declaration = symbol.declarations?.[0];
    const own = declaration?.getSourceFile().fileName.includes('/shared/src/');
    if (!(symbol.flags & ts.SymbolFlags.Value) && declaration && own) {
      return `type ${exported.name}: ${declaration
        .getText()
        .replace(/\/\*\*[\s\S]*?\*\//g, '')
        .replace(/\s+/g, ' ')
        .slice(0, 600)}`;
    }
    return `${exported.name}: ${checker.typeToString(checker.getTypeOfSymbol(symbol)).slice(0, 300)}`;
  });
}

describe('what remotes share', () => {
  it('changes only together with the contract number', () => {
    const surface = exportsOf(path.resolve(__dirname, 'index.ts')).sort();
    const forms = exportsOf(path.resolve(__dirname, '../forms/index.ts')).sort();
    // This snapshot differs? An addition raises CONTRACT.minor; a removal or a changed type raises CONTRACT.major.
    expect({ CONTRACT, surface, forms }).toMatchSnapshot();
  });
});
