#!/usr/bin/env node
// Usage: node tools/check-locks.mjs [root folder]
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { checkIntegrity } from './locks/check-integrity.mjs'
import { isAccepted, licenceOf } from './locks/licences.mjs'
import { admits } from './locks/node-range.mjs'
import { fetchedPackages, nameOf, placeSeenFrom, readLock } from './locks/read-lock.mjs'

// The oldest Node version that package.json allows.
const oldestNode = '20.19.0'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))
const locked = readLock(root)
const fetched = fetchedPackages(locked)
const problems = [
  ...Object.entries(locked).flatMap(([place, entry]) => checkOptional(place, entry)),
  ...fetched.flatMap(([place, entry]) => checkEntry(place, entry)),
  ...checkDocument(),
  ...checkIntegrity(root, locked),
]
if (fetched.length === 0)
  problems.push('package-lock.json holds no package: the check looked at nothing')

for (const problem of problems) console.error(problem)
console.log(`${fetched.length} locked packages, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

function checkEntry(place, entry) {
  const found = []
  const name = nameOf(place)
  if (entry.engines?.node && !admits(entry.engines.node, oldestNode))
    found.push(
      `${name} ${entry.version} does not run on Node ${oldestNode}: it wants ${entry.engines.node}`,
    )
  if (/^https?:/.test(entry.resolved ?? ''))
    found.push(`${name} is locked to an address (${entry.resolved}); the lock names versions only`)
  const licence = licenceOf(root, place, entry)
  if (!isAccepted(name, licence))
    found.push(`${name} has the licence ${licence}, which is not among the accepted ones`)
  return found
}

/** npm ci refuses a lockfile that lacks a package for another platform, although it would not install it. */
function checkOptional(place, entry) {
  return Object.keys(entry.optionalDependencies ?? {})
    .filter((optional) => !placeSeenFrom(locked, place, optional))
    .map((optional) => `${nameOf(place)} wants ${optional}, which the lock does not hold`)
}

function checkDocument() {
  const rows = new Map()
  for (const line of read('docs/dependencies.md').split('\n')) {
    const [, name, licence, reason] =
      /^\|\s*`([^`]+)`\s*\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|$/.exec(line) ?? []
    if (name) rows.set(name, { licence, reason })
  }
  const direct = directDependencies()
  const missing = [...direct].filter((name) => !rows.has(name))
  const surplus = [...rows.keys()].filter((name) => !direct.has(name))
  const wrong = [...rows].flatMap(([name, { licence }]) => {
    const entry = locked[`node_modules/${name}`]
    const real = entry && licenceOf(root, `node_modules/${name}`, entry)
    return real && real !== licence
      ? [`docs/dependencies.md gives ${name} the licence ${licence}; it is ${real}`]
      : []
  })
  return [
    ...missing.map((name) => `docs/dependencies.md does not give a reason for ${name}`),
    ...surplus.map((name) => `docs/dependencies.md lists ${name}, which no package.json names`),
    ...wrong,
  ]
}

function directDependencies() {
  const folders = ['.', 'features', ...children('apps'), ...children('packages')]
  const names = folders.flatMap((folder) => {
    const manifest = JSON.parse(read(`${folder}/package.json`))
    return [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap(
      (group) => Object.keys(group ?? {}),
    )
  })
  return new Set(names.filter((name) => !name.startsWith('@playhead/')))
}

function children(folder) {
  return readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)
}

function read(file) {
  return readFileSync(path.join(root, file), 'utf8')
}
