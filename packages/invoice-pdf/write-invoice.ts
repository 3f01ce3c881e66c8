import { openFontSet } from './fonts/font-set.ts'
import { writeTable } from './layout/invoice-table.ts'
import { writeTop } from './layout/invoice-top.ts'
import { writeNotes, writeTotals } from './layout/invoice-totals.ts'
import { colors, openPaper, type Paper, sheet } from './layout/paper.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

const footerY = 804

const writeFooters = (paper: Paper, { seller, number }: PrintedInvoice) => {
  const { count } = paper.document.bufferedPageRange()
  const style = { size: 8, color: colors.quiet } as const
  const [name = ''] = paper.linesOf(seller.name, 300, style)
  for (let index = 0; index < count; index += 1) {
    paper.document.switchToPage(index)
    paper.rule(footerY - 14)
    paper.write(name, sheet.left, footerY, style)
    paper.write(`Invoice ${number}, page ${index + 1} of ${count}`, sheet.right, footerY, {
      ...style,
      align: 'end',
    })
  }
}

/** The same invoice is always the same bytes. Throws UnprintableText for letters that no font has. */
export const writeInvoice = async (
  invoice: PrintedInvoice,
  { fontFile }: { fontFile?: string } = {},
): Promise<Uint8Array> => {
  // Only a process that writes invoices loads it.
  const { PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: true,
    bufferPages: true,
    font: '',
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Invoice ${invoice.number}`,
      Author: invoice.seller.name,
      CreationDate: invoice.issuedAt,
    },
  })
  const paper = openPaper(document, await openFontSet(invoice.buyer.country, fontFile))
  const tableTop = writeTop(paper, invoice)
  const tableEnd = writeTable(paper, invoice, tableTop)
  const totalsEnd = writeTotals(paper, invoice, tableEnd)
  writeNotes(paper, invoice.notes, totalsEnd)
  writeFooters(paper, invoice)
  document.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of document) chunks.push(chunk)
  return Buffer.concat(chunks)
}
