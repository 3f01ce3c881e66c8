#!/usr/bin/env node
// Usage: npm run requirements [-- --missing PREFIX | --check]
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readReports } from './requirements/read-reports.mjs'
import { readTests } from './requirements/read-tests.mjs'
import { runProgram, Stop } from './setup/stop.mjs'

const root = option('--root', 'a folder') ?? path.join(import.meta.dirname, '..')

await runProgram(async () => {
  const lines = readLines()
  const prefixes = [...new Set(lines.map(({ prefix }) => prefix))]
  const pattern = new RegExp(String.raw`\b(?:${prefixes.join('|')})-\d{3}\b`, 'g')
  const { named, switchedOff } = readTests(root, pattern)
  const reports = readReports(root)
  refuse([
    ...unknownIds(named, lines),
    ...switchedOff.map(({ file, id }) => `${file} names ${id} in a test that is switched off`),
    ...skippedIds(reports.ran, pattern),
  ])
  const proven = provenIds(reports.ran, pattern)
  const counted = lines.map((line) => ({
    ...line,
    isNamed: named.has(line.id),
    isProven: named.has(line.id) && proven.has(line.id),
  }))

  const missing = option('--missing', 'a prefix')
  if (missing !== undefined) return listMissing(counted, missing, reports)
  if (process.argv.includes('--check')) {
    const count = counted.filter(({ isNamed }) => isNamed).length
    return console.log(`Tests name ${count} of ${counted.length} requirements; all of them exist.`)
  }
  for (const prefix of prefixes)
    printRow(
      prefix,
      counted.filter((line) => line.prefix === prefix),
    )
  printRow('all', counted)
  for (const sentence of caveats(reports)) console.log(sentence)
})

function readLines() {
  const text = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8')
  const lines = []
  const seen = new Set()
  let section
  for (const [index, line] of text.split('\n').entries()) {
    section = /^## ([A-Z]+):/.exec(line)?.[1] ?? section
    if (!line.startsWith('- ')) continue
    const [, id, prefix, sentence] = /^- \*\*(([A-Z]+)-\d{3})\*\* (\S.*)$/.exec(line) ?? []
    const complain = (what) => {
      throw new Stop(`docs/requirements.md:${index + 1}: ${what}`)
    }
    if (!id) complain('a line reads "- **PREFIX-001** sentence"')
    if (prefix !== section) complain(`${id} stands below ${section ?? 'no heading'}`)
    if (seen.has(id)) complain(`${id} is there twice`)
    seen.add(id)
    lines.push({ id, prefix, sentence })
  }
  if (lines.length === 0) throw new Stop('docs/requirements.md holds no requirement')
  return lines
}

function refuse(complaints) {
  if (complaints.length > 0) throw new Stop([...new Set(complaints)].join('\n'))
}

function unknownIds(named, lines) {
  const known = new Set(lines.map(({ id }) => id))
  return [...named]
    .filter(([id]) => !known.has(id))
    .map(([id, file]) => `${file} names ${id}, which docs/requirements.md does not have`)
}

function idsOf(ran, pattern, outcome) {
  return ran
    .filter((test) => test.outcome === outcome)
    .flatMap(({ file, title }) => [...title.matchAll(pattern)].map(([id]) => ({ file, id })))
}

function skippedIds(ran, pattern) {
  return idsOf(ran, pattern, 'skipped').map(
    ({ file, id }) => `${file} names ${id} in a test that was skipped when it ran here`,
  )
}

/** A requirement that one test proves and another contradicts is not proven. */
function provenIds(ran, pattern) {
  const failed = new Set(idsOf(ran, pattern, 'failed').map(({ id }) => id))
  const passed = idsOf(ran, pattern, 'passed').map(({ id }) => id)
  return new Set(passed.filter((id) => !failed.has(id)))
}

function caveats({ hasRun, missing, changed }) {
  if (!hasRun)
    return [
      'Nothing is proven on this machine yet: npm test runs the tests, and what passes counts from then on.',
    ]
  return [
    ...missing.map((name) => `The ${name} tests have not run here, so what they prove is missing.`),
    ...(changed.length > 0
      ? [`Changed since they ran here, and not counted: ${changed.join(', ')}`]
      : []),
  ]
}

function listMissing(lines, prefix, { hasRun }) {
  const chosen = lines.filter((line) => line.prefix === prefix.toUpperCase())
  if (chosen.length === 0) throw new Stop(`docs/requirements.md has no prefix ${prefix}`)
  for (const { id, sentence, isNamed, isProven } of chosen)
    if (!isNamed) console.log(`${id}  ${sentence}`)
    else if (hasRun && !isProven) console.log(`${id}  (named, not proven here) ${sentence}`)
}

function printRow(name, lines) {
  const proven = lines.filter(({ isProven }) => isProven).length
  const named = lines.filter(({ isNamed }) => isNamed).length
  const share = `${Math.floor((100 * proven) / lines.length)}%`
  const count = (number) => String(number).padStart(4)
  console.log(
    `${name.padEnd(6)} ${count(lines.length)} lines ${count(proven)} proven ${count(named - proven)} only named ${count(lines.length - named)} missing ${share.padStart(5)}`,
  )
}

function option(name, kind) {
  const index = process.argv.indexOf(name)
  if (index < 0) return undefined
  const value = process.argv[index + 1]
  if (!value) throw new Stop(`${name} needs ${kind}`)
  return value
}
