import { isFlag, kebab } from './command-line.mjs'

/** A result for people: one "name: value" line per field, nested fields indented, uniform rows as columns. */
export const present = (value, indent = '') => {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object')) return `${indent}${value.join(', ')}`
    if (isTable(value)) return presentTable(value, indent)
    return value.map((item) => present(item, indent)).join('\n\n')
  }
  if (typeof value !== 'object' || value === null) return `${indent}${value ?? '-'}`
  return Object.entries(value)
    .map(([name, field]) =>
      typeof field === 'object' && field !== null && !isPlainList(field)
        ? `${indent}${name}:\n${present(field, `${indent}  `)}`
        : `${indent}${name}: ${present(field)}`,
    )
    .join('\n')
}

export const listCommands = (commands) => {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return ['Usage: npx playhead <command> [--option value] [--json]', '', ...lines].join('\n')
}

export const describeCommand = ({ name, summary, options }) => {
  const usage = options.map((option) => {
    const text = isFlag(option) ? `--${kebab(option.name)}` : `--${kebab(option.name)} …`
    return option.required ? text : `[${text}]`
  })
  const lines = options.map((option) => `  --${kebab(option.name)}  ${option.summary}`)
  return [
    `Usage: npx playhead ${[name, ...usage, '[--json]'].join(' ')}`,
    summary,
    '',
    ...lines,
  ].join('\n')
}

const isPlainList = (value) =>
  Array.isArray(value) && value.every((item) => typeof item !== 'object')

const isPlain = (value) => typeof value !== 'object' || value === null

/** True for several rows with the same plain fields. */
function isTable(rows) {
  const names = Object.keys(rows[0] ?? {}).join()
  return rows.every(
    (row) =>
      !isPlain(row) && Object.keys(row).join() === names && Object.values(row).every(isPlain),
  )
}

function presentTable(rows, indent) {
  const names = Object.keys(rows[0])
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '-')))]
  const widths = names.map((_, column) => Math.max(...cells.map((line) => line[column].length)))
  return cells
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column])).join('  '))
    .map((line) => `${indent}${line}`.trimEnd())
    .join('\n')
}
