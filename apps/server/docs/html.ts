const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign]!)

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | Html | false | undefined | readonly Piece[]

const render = (piece: Piece): string => {
  if (piece === undefined || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'object') return piece.map(render).join('')
  return escapeHtml(String(piece))
}

/** Escapes every value in the template, unless it is HTML from the same template. */
export const html = (texts: TemplateStringsArray, ...pieces: Piece[]) =>
  new Html(texts.reduce((text, next, index) => text + render(pieces[index - 1]) + next))
