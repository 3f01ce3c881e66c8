#!/usr/bin/env node
// Usage: node tools/check-boundaries.mjs [root folder]
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { checkExportedFunctions } from './boundaries/check-exported-functions.mjs'
import { checkHandlers } from './boundaries/check-handlers.mjs'
import { checkHelperNames } from './boundaries/check-helper-names.mjs'
import { compareTree } from './boundaries/compare-tree.mjs'
import { crowdedFolders } from './boundaries/crowded-folders.mjs'
import { findCycle } from './boundaries/find-cycle.mjs'
import { readImports } from './boundaries/read-imports.mjs'
import { roomOf, targetOf } from './boundaries/rooms.mjs'
import { importRules, pathRules } from './boundaries/rules.mjs'
import { checkTableOwners, findTableWrites } from './boundaries/table-owners.mjs'
import { unnamedTestHelpers } from './boundaries/testing-files.mjs'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))

const files = ['apps', 'features', 'packages', 'tools', 'tests', 'bench']
  .flatMap((folder) => sourcesUnder(folder))
  .toSorted()
const problems = compareTree(root)
const graph = new Map()
/** Imports between capability folders, whichever part they are in: each folder must be deletable. */
const capabilities = new Map()
/** The files that import each file. */
const importers = new Map()
const tableWrites = []
let importCount = 0

for (const file of files) {
  for (const rule of pathRules) if (rule.breaks(file)) problems.push(`${file}: ${rule.name}`)
  problems.push(
    ...checkExportedFunctions(file, read(file)),
    ...checkHandlers(file, read),
    ...checkHelperNames(file, read(file)),
  )
  tableWrites.push(...findTableWrites(file, read(file)))
  const from = roomOf(file)
  for (const entry of importsOf(file)) {
    importCount += 1
    const to = targetOf(file, entry.specifier)
    importers.set(to.path, [...(importers.get(to.path) ?? []), file])
    for (const rule of importRules) {
      if (rule.breaks(from, to, file, entry.names))
        problems.push(`${file}:${entry.line} imports ${entry.specifier}: ${rule.name}`)
    }
    if (!isNode(from) || !isNode(to) || from.isTest) continue
    connect(graph, nodeOf(from), nodeOf(to))
    if (from.kind === 'feature' && to.kind === 'feature') connect(capabilities, from.room, to.room)
  }
}

for (const file of unnamedTestHelpers(files, importers))
  problems.push(`${file}: a file that only tests import is named testing or testing-*`)

problems.push(...checkTableOwners(tableWrites), ...crowdedFolders(files))

const cycle = findCycle(graph)
if (cycle) problems.push(`rooms import each other in a circle: ${cycle.join(' → ')}`)
const circle = findCycle(capabilities)
if (circle && !cycle)
  problems.push(`capabilities import each other in a circle: ${circle.join(' → ')}`)
if (files.length === 0) problems.push('no source file was found: the check looked at nothing')

for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${importCount} imports, ${problems.length} violations`)
process.exitCode = problems.length > 0 ? 1 : 0

function connect(edges, from, to) {
  if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
}

function nodeOf(room) {
  return room.kind === 'feature' ? `${room.room}/${room.part}` : room.room
}

function isNode(room) {
  return room.kind === 'package' || room.kind === 'feature'
}

function importsOf(file) {
  try {
    return readImports(file, read(file))
  } catch (error) {
    problems.push(error.message)
    return []
  }
}

function read(file) {
  return readFileSync(path.join(root, file), 'utf8')
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
