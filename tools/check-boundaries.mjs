#!/usr/bin/env node
// Usage: node tools/check-boundaries.mjs [root folder]
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compareTree } from './boundaries/compare-tree.mjs'
import { findCycle } from './boundaries/find-cycle.mjs'
import { readImports } from './boundaries/read-imports.mjs'
import { roomOf, targetOf } from './boundaries/rooms.mjs'
import { importRules, pathRules } from './boundaries/rules.mjs'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))

const files = ['apps', 'features', 'packages', 'tools', 'tests', 'bench']
  .flatMap((folder) => sourcesUnder(folder))
  .toSorted()
const problems = compareTree(root)
const graph = new Map()
let importCount = 0

for (const file of files) {
  for (const rule of pathRules) if (rule.breaks(file)) problems.push(`${file}: ${rule.name}`)
  const from = roomOf(file)
  for (const entry of importsOf(file)) {
    importCount += 1
    const to = targetOf(file, entry.specifier)
    for (const rule of importRules) {
      if (rule.breaks(from, to, file, entry.names))
        problems.push(`${file}:${entry.line} imports ${entry.specifier}: ${rule.name}`)
    }
    if (isNode(from) && isNode(to) && !from.isTest && nodeOf(from) !== nodeOf(to)) {
      graph.set(nodeOf(from), (graph.get(nodeOf(from)) ?? new Set()).add(nodeOf(to)))
    }
  }
}

const cycle = findCycle(graph)
if (cycle) problems.push(`rooms import each other in a circle: ${cycle.join(' → ')}`)
if (files.length === 0) problems.push('no source file was found: the check looked at nothing')

for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${importCount} imports, ${problems.length} violations`)
process.exitCode = problems.length > 0 ? 1 : 0

// A feature's contract is a leaf of its own: two features may know each other's contracts and only one the other's screens.
function nodeOf(room) {
  return room.kind === 'feature' ? `${room.room}/${room.part}` : room.room
}

function isNode(room) {
  return room.kind === 'package' || room.kind === 'feature'
}

function importsOf(file) {
  try {
    return readImports(file, readFileSync(path.join(root, file), 'utf8'))
  } catch (error) {
    problems.push(error.message)
    return []
  }
}

function sourcesUnder(folder) {
  let entries
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  } catch {
    return []
  }
  return entries.flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesUnder(file)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [file] : []
  })
}
