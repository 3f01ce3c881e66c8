// What is called of two packages that have no types.
declare module 'pdfkit' {
  interface Options {
    size: string
    margin: number
    autoFirstPage: boolean
    bufferPages: boolean
    /** Empty: none of the fonts that are built into PDF, which lack most letters. */
    font: string
    pdfVersion: string
    lang: string
    displayTitle: boolean
    info: { Title: string; Author: string; CreationDate: Date }
  }
  export class PDFDocument {
    constructor(options: Options)
    registerFont(name: string, source: Uint8Array): this
    font(name: string): this
    fontSize(size: number): this
    fillColor(color: string): this
    strokeColor(color: string): this
    lineWidth(width: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    stroke(): this
    widthOfString(text: string, options: { features: Record<string, boolean> }): number
    text(
      text: string,
      x: number,
      y: number,
      options: { lineBreak: boolean; baseline: string; features: Record<string, boolean> },
    ): this
    addPage(): this
    switchToPage(index: number): this
    bufferedPageRange(): { start: number; count: number }
    end(): void
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array>
  }
}

declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export const create: (bytes: Uint8Array) => Font
}
