/**
 * A PDF of two empty pages.
 * @param comment what lies in it unseen: a line that begins with `%`
 */
export const twoPages = (comment = ''): string => `%PDF-1.4
${comment}1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>
endobj
4 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>
endobj
trailer << /Size 5 /Root 1 0 R >>
%%EOF`;
