import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'

const titles = {
  activity: 'Activity',
  'alert-latency': 'From a failure to its notification',
  alerts: 'Alerts',
  anomalies: 'The search for anomalies',
  api: 'API',
  backtest: 'Backtests of alert rules',
  explore: 'Exploration',
  exports: 'Streaming exports',
  'fair-memory': 'A flood of one key beside another',
  idle: 'An idle server',
  ingest: 'Ingest',
  live: 'Live streams',
  metering: 'Metering and invoices',
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
  print(rows)
  write(root, name, ['', ...describe(root, rows, how)].join('\n'))
}

/** The same for one of several parts of a file; the other parts stay. */
export const writeSection = (root, name, title, rows, how) => {
  print(rows)
  const file = path.join(root, 'bench/results', `${name}.md`)
  const others = (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split(/^(?=## )/m)
    .slice(1)
    .filter((section) => !section.startsWith(`## ${title}\n`))
  const own = [`## ${title}`, '', ...describe(root, rows, how)].join('\n')
  write(
    root,
    name,
    `\n${[own, ...others]
      .toSorted()
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')}`,
  )
}

const print = (rows) => {
  const width = Math.max(...rows.map(([what]) => what.length))
  for (const [what, value] of rows) console.log(`${what.padEnd(width)}  ${value}`)
}

const describe = (root, rows, how) => {
  const load = loadavg()[2].toFixed(1)
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores under a load of ${load}. ${how}`
  const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--folder='))
  const ofCommand = [path.relative(root, process.argv[1]), ...asked].join(' ')
  const made = `Made by \`node ${ofCommand}\`. ${machine}`
  return [made, '', ...tableOf([['What', 'Value'], ...rows]), '']
}

const write = (root, name, text) => {
  const folder = path.join(root, 'bench/results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${name}.md`), `# ${titles[name]}\n${text}`)
}

/** Pads the columns to even width, as the formatter requires. */
function tableOf(cells) {
  const widths = [0, 1].map((column) => Math.max(...cells.map((row) => row[column].length)))
  const line = (row, filler) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i], filler)).join(' | ')} |`
  const [head, ...body] = cells
  return [line(head), line(['', ''], '-'), ...body.map((row) => line(row))]
}
