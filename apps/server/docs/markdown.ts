import { escapeHtml, Html } from './html.ts'

/** Underscores inside of words, code and the targets of links are no emphasis. */
const emphasize = (text: string) =>
  text.replaceAll(
    /(`[^`]+`|\]\([^)]*\))|(?<!\w)_([^_`\s](?:[^_`]*[^_`\s])?)_(?!\w)/g,
    (_, kept?: string, words?: string) => kept ?? `<em>${words}</em>`,
  )

/** The subset of Markdown that our documents use. Text is escaped first, so HTML in it stays text. */
const inline = (text: string) =>
  emphasize(escapeHtml(text))
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\(((?:https?:\/\/|\/|#)[^)\s]*)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')

const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const cells = (line: string) =>
  line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => inline(cell.trim()))

const table = (lines: string[]) => {
  const [head, , ...rows] = lines
  const row = (tag: string) => (line: string) =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`
  return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead>${row('th')(head!)}</thead><tbody>${rows.map(row('td')).join('')}</tbody></table></div>`
}

const list = (lines: string[], tag: 'ul' | 'ol') =>
  `<${tag}>${lines.map((line) => `<li>${inline(line.replace(/^(\s*[-*]|\s*\d+\.)\s+/, ''))}</li>`).join('')}</${tag}>`

const paragraph = (lines: string[]) => `<p>${inline(lines.join(' '))}</p>`

const takeWhile = (lines: string[], start: number, fits: (line: string) => boolean) => {
  let end = start
  while (end < lines.length && fits(lines[end]!)) end += 1
  return lines.slice(start, end)
}

const isListLine = (line: string) => /^\s*([-*]|\d+\.)\s+/.test(line)
const isBlockStart = (line: string) => /^(#{1,4} |```|\||>|\s*$)/.test(line) || isListLine(line)

/** A list item may continue in indented lines. */
const listLines = (taken: string[]) => {
  const items: string[] = []
  for (const line of taken)
    if (isListLine(line)) items.push(line)
    else items[items.length - 1] += ` ${line.trim()}`
  return items
}

const blocksOf = (lines: string[]): string => {
  const blocks: string[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    const heading = /^(#{1,4}) (.+)$/.exec(line)
    if (line.startsWith('```')) {
      const code = takeWhile(lines, at + 1, (next) => !next.startsWith('```'))
      blocks.push(`<pre tabindex="0"><code>${escapeHtml(code.join('\n'))}</code></pre>`)
      at += code.length + 2
    } else if (heading) {
      const level = heading[1]!.length
      blocks.push(`<h${level} id="${slug(heading[2]!)}">${inline(heading[2]!)}</h${level}>`)
      at += 1
    } else if (line.startsWith('|')) {
      const rows = takeWhile(lines, at, (next) => next.startsWith('|'))
      blocks.push(table(rows))
      at += rows.length
    } else if (line.startsWith('>')) {
      const quoted = takeWhile(lines, at, (next) => next.startsWith('>'))
      const words = quoted.map((next) => next.replace(/^> ?/, ''))
      blocks.push(`<blockquote>${blocksOf(words)}</blockquote>`)
      at += quoted.length
    } else if (isListLine(line)) {
      const taken = takeWhile(lines, at, (next) => isListLine(next) || /^\s{2,}\S/.test(next))
      blocks.push(list(listLines(taken), /^\s*\d/.test(line) ? 'ol' : 'ul'))
      at += taken.length
    } else if (line.trim() === '') at += 1
    else {
      const taken = [line, ...takeWhile(lines, at + 1, (next) => !isBlockStart(next))]
      blocks.push(paragraph(taken))
      at += taken.length
    }
  }
  return blocks.join('\n')
}

export const markdown = (source: string): Html =>
  new Html(blocksOf(source.replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '').split('\n')))
