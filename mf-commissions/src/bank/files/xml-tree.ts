import { SaxesParser } from 'saxes';
import { FILE_LIMITS } from './limits';
import { FileProblem } from '@paperplane/shared/import/files';

/** An element without its namespace. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  text: string;
}

/** Counts elements; one for several texts where they are of one file. */
export interface ElementCount {
  elements: number;
}

/**
 * Reads XML into a tree. Elements that are not wanted are walked over and not kept.
 * @throws FileProblem when the text is no complete XML, defines entities, or nests without end
 */
export function xmlTree(source: string, count: ElementCount = { elements: 0 }): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new FileProblem(
      /unclosed|document must contain|unexpected end/i.test(error.message)
        ? 'The file ends in the middle. Download it again.'
        : 'This XML file is damaged. Download it again.',
    );
  });
  parser.on('doctype', () => {
    throw new FileProblem('The file defines entities of its own, which no bank needs. It is not read.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    count.elements += 1;
    if (open.length > FILE_LIMITS.depth || count.elements > FILE_LIMITS.elements)
      throw new FileProblem('This XML file is no statement of a bank.');
    const element: Element = { name: name.replace(/^.*:/, ''), attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element && element.text.length < FILE_LIMITS.cell) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(source).close();
  return root;
}

/** The elements at a path below one: `NtryDtls/TxDtls`. */
export function all(from: Element | undefined, path: string): Element[] {
  let found = from ? [from] : [];
  for (const name of path.split('/'))
    found = found.flatMap((each) => each.children.filter((child) => child.name === name));
  return found;
}

/** The text at the first of some paths that has one. */
export function textAt(from: Element | undefined, ...paths: string[]): string {
  for (const path of paths) {
    const text = all(from, path)[0]?.text.trim();
    if (text) return text;
  }
  return '';
}
