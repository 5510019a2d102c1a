/** Writes down what the shell shares with remotes: API Extractor's reports on what the compiler declares for the entry points. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import ts from 'typescript';
import { CONTRACT } from '../../shared/src/platform/contract';

const SHARED = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../shared');
const TSCONFIG = path.join(SHARED, '../tsconfig.base.json');

/** Where the sources of the entry points lie. */
export const SOURCES = path.join(SHARED, 'src');

/** The entry points under the contract number. */
const ENTRIES = ['platform', 'forms'];

/** Writes the declarations of the entry points into a folder. @throws Error when the compiler cannot */
function declare(sources: string, outDir: string): void {
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // The linter does it.
    noCheck: true,
    // Unions in the same order whatever else is compiled.
    stableTypeOrdering: true,
    types: [],
    rootDir: sources,
    outDir,
  };
  const files = ENTRIES.map((entry) => path.join(sources, entry, 'index.ts'));
  const config = { extends: TSCONFIG, compilerOptions, files };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, SHARED);
  const { diagnostics } = ts.createProgram(fileNames, options).emit();
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})));
  // What the database answers is a part of its own (`database.ts`): a file that is not found is no more than a name.
  fs.rmSync(path.join(outDir, 'platform/api/database.types.d.ts'));
  fs.rmSync(path.join(outDir, 'contract'), { recursive: true });
}

/** `from 'react@19'`: what comes with another major version of a library may be another thing. */
const withVersions = (report: string): string =>
  report.replace(/(?<= from ')[^'.][^']*/g, (library) => {
    const options = { moduleResolution: ts.ModuleResolutionKind.Bundler };
    const { resolvedModule } = ts.resolveModuleName(library, path.join(SOURCES, 'index.ts'), options, ts.sys);
    return `${library}@${resolvedModule?.packageId?.version.split('.')[0]}`;
  });

/** Reports on the entry points, under today's contract number. @param sources where they lie, inside the package: libraries are found from there */
export function reportOn(sources: string): string {
  fs.mkdirSync(path.join(SHARED, 'dist'), { recursive: true });
  const folder = fs.mkdtempSync(path.join(SHARED, 'dist/declarations-'));
  const mainOf = (entry: string) => path.join(folder, entry, 'index.d.ts');
  const overrideTsconfig = { extends: TSCONFIG, files: ENTRIES.map(mainOf) };
  let compilerState: CompilerState | undefined;
  const report = (entry: string): string => {
    const config = ExtractorConfig.prepare({
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: mainOf(entry),
        newlineKind: 'lf',
        compiler: { overrideTsconfig },
        apiReport: {
          enabled: true,
          includeForgottenExports: true,
          reportFileName: entry,
          reportFolder: folder,
          reportTempFolder: folder,
        },
      },
      configObjectFullPath: undefined,
      packageJsonFullPath: path.join(SHARED, 'package.json'),
    });
    compilerState ??= CompilerState.create(config);
    // Its advice is for packages that are published.
    const messageCallback = (message: { handled: boolean }) => (message.handled = true);
    Extractor.invoke(config, { compilerState, messageCallback });
    return fs
      .readFileSync(path.join(folder, `${entry}.api.md`), 'utf8')
      .replace('"@paperplane/shared"', `"@paperplane/shared/${entry}"`)
      .replace(/^ *\/\/.*\n/gm, '');
  };
  try {
    declare(sources, folder);
    const reports = ENTRIES.map((entry) => withVersions(report(entry)));
    return [`# Contract ${CONTRACT.major}.${CONTRACT.minor}\n`, ...reports].join('\n');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}
