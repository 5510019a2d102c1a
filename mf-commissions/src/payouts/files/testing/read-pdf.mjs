/** Prints the texts of a PDF, page by page, as a second library reads them: node read-pdf.mjs <file>. */
import fs from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const { promise } = getDocument({
  data: new Uint8Array(fs.readFileSync(process.argv[2])),
  useSystemFonts: false,
  verbosity: 0,
});
const pdf = await promise;
const pages = [];
for (let n = 1; n <= pdf.numPages; n += 1) {
  const { items } = await (await pdf.getPage(n)).getTextContent();
  pages.push(items.map((item) => item.str).filter((text) => text.trim() !== ''));
}
process.stdout.write(JSON.stringify(pages));
