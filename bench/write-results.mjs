import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'

const titles = {
  api: 'API',
  'fair-memory': 'A flood of one key beside another',
  ingest: 'Ingest',
  query: 'Query',
  'query-large': 'Query of many views',
  'query-layouts': 'Layouts of views',
  realtime: 'Realtime',
  restore: 'Backup and restore',
  video: 'Video',
  web: 'Web',
}

/** Prints the rows and writes them to bench/results/<name>.md. */
export const writeResults = (root, name, rows, how) => {
  const width = Math.max(...rows.map(([what]) => what.length))
  for (const [what, value] of rows) console.log(`${what.padEnd(width)}  ${value}`)
  const load = loadavg()[2].toFixed(1)
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores under a load of ${load}. ${how}`
  const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--folder='))
  const ofCommand = [path.relative(root, process.argv[1]), ...asked].join(' ')
  const text = [
    `# ${titles[name]}`,
    '',
    `Made by \`node ${ofCommand}\`. ${machine}`,
    '',
    ...tableOf([['What', 'Value'], ...rows]),
    '',
  ]
  const folder = path.join(root, 'bench/results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${name}.md`), text.join('\n'))
}

/** Pads the columns to even width, as the formatter requires. */
function tableOf(cells) {
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column].length)))
  const line = (row, filler) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i], filler)).join(' | ')} |`
  const [head, ...body] = cells
  return [line(head), line(['', ''], '-'), ...body.map((row) => line(row))]
}
