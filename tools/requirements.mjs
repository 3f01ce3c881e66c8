#!/usr/bin/env node
// Usage: npm run requirements [-- --missing PREFIX | --check]
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { runProgram, Stop } from './setup/stop.mjs'

const root = option('--root', 'a folder') ?? path.join(import.meta.dirname, '..')
const folders = ['apps', 'features', 'packages', 'tests', 'tools', 'bench']

await runProgram(async () => {
  const lines = readLines()
  const known = new Set(lines.map(({ id }) => id))
  const prefixes = [...new Set(lines.map(({ prefix }) => prefix))]
  const proven = idsInTests(new RegExp(String.raw`\b(?:${prefixes.join('|')})-\d{3}\b`, 'g'))
  const unknown = [...proven].filter(([id]) => !known.has(id))
  if (unknown.length > 0) {
    const list = unknown.map(
      ([id, file]) => `${file} names ${id}, which docs/requirements.md does not have`,
    )
    throw new Stop(list.join('\n'))
  }

  const missing = option('--missing', 'a prefix')
  if (missing !== undefined) return listMissing(lines, proven, missing)
  for (const prefix of prefixes)
    printRow(
      prefix,
      lines.filter((line) => line.prefix === prefix),
      proven,
    )
  printRow('all', lines, proven)
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

function idsInTests(pattern) {
  const found = new Map()
  for (const file of folders.flatMap((folder) => testsUnder(folder))) {
    const source = readFileSync(path.join(root, file), 'utf8')
    for (const text of stringsOf(parseSync(file, source).program)) {
      for (const [id] of text.matchAll(pattern)) if (!found.has(id)) found.set(id, file)
    }
  }
  return found
}

// Titles may come from a table of cases, so every string of a test file counts; comments do not.
function stringsOf(node) {
  if (Array.isArray(node)) return node.flatMap(stringsOf)
  if (typeof node !== 'object' || node === null) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateElement') return [node.value.raw]
  return Object.values(node).flatMap(stringsOf)
}

function testsUnder(folder) {
  if (!existsSync(path.join(root, folder))) return []
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testsUnder(file)
    return /\.(test\.tsx?|e2e\.ts)$/.test(entry.name) ? [file] : []
  })
}

function listMissing(lines, proven, prefix) {
  const chosen = lines.filter((line) => line.prefix === prefix.toUpperCase())
  if (chosen.length === 0) throw new Stop(`docs/requirements.md has no prefix ${prefix}`)
  for (const { id, sentence } of chosen) if (!proven.has(id)) console.log(`${id}  ${sentence}`)
}

function printRow(name, lines, proven) {
  const named = lines.filter(({ id }) => proven.has(id)).length
  const share = `${Math.round((100 * named) / lines.length)}%`
  console.log(
    `${name.padEnd(6)} ${String(lines.length).padStart(4)} lines ${String(named).padStart(4)} named by a test ${String(lines.length - named).padStart(4)} missing ${share.padStart(5)}`,
  )
}

function option(name, kind) {
  const index = process.argv.indexOf(name)
  if (index < 0) return undefined
  const value = process.argv[index + 1]
  if (!value) throw new Stop(`${name} needs ${kind}`)
  return value
}
