import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of each page, as a reader of PDFs finds it: a space where text ends, a new line where a line does. */
export const readPages = async (bytes: Uint8Array): Promise<string[]> => {
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
  const document = await loading.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(
      items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
    )
  }
  await loading.destroy()
  return pages
}

/** Without the spaces that a reader puts between texts. */
export const aTextWithoutSpaces = (text: string) => text.replaceAll(/\s/gu, '')
