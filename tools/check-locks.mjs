#!/usr/bin/env node
// Usage: node tools/check-locks.mjs [root folder]
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { admits } from './locks/node-range.mjs'

// The oldest Node that package.json admits.
const oldestNode = '20.19.0'
const acceptedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
])
// Licences whose text is in a file of the package, read by a person: data under CC-BY-4.0, whose attribution stands in NOTICE.
const licencesReadByHand = new Map([
  ['@ip-location-db/asn', 'SEE LICENSE IN ROUTEVIEWS-LICENSE and DBIP-LICENSE (CC-BY-4.0)'],
])

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))
const locked = JSON.parse(read('package-lock.json')).packages
const packages = Object.entries(locked).filter(([place]) => place.includes('node_modules/'))
const fetched = packages.filter(([, entry]) => !entry.link)
const problems = [
  ...Object.entries(locked).flatMap(([place, entry]) => checkOptional(place, entry)),
  ...fetched.flatMap(([place, entry]) => checkEntry(place, entry)),
  ...checkDocument(),
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
  const licence = licenceOf(place, entry)
  if (!isAccepted(licence) && licencesReadByHand.get(name) !== licence)
    found.push(`${name} has the licence ${licence}, which is not among the accepted ones`)
  return found
}

/** npm ci refuses a lock that lacks a package for another platform, although it would not install it. */
function checkOptional(place, entry) {
  return Object.keys(entry.optionalDependencies ?? {})
    .filter((optional) => !isLocked(place, optional))
    .map((optional) => `${nameOf(place)} wants ${optional}, which the lock does not hold`)
}

/** Looks where Node would look: below the package itself, then in every folder above it. */
function isLocked(place, name) {
  const parts = place.split('/node_modules/')
  for (let length = parts.length; length >= 0; length -= 1) {
    const above = parts.slice(0, length).join('/node_modules/')
    if (`${above ? `${above}/` : ''}node_modules/${name}` in locked) return true
  }
  return false
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
    const real = entry && licenceOf(`node_modules/${name}`, entry)
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

function licenceOf(place, entry) {
  if (entry.license) return entry.license
  const manifest = path.join(root, place, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8'))
  if (license ?? licenses) return license ?? licenses.map(({ type }) => type).join(' OR ')
  const text = path.join(root, place, 'LICENSE')
  return existsSync(text) && /Apache License\s+Version 2\.0/.test(readFileSync(text, 'utf8'))
    ? 'Apache-2.0'
    : undefined
}

function isAccepted(licence) {
  if (!licence) return false
  const choices = licence.replaceAll(/[()]/g, '').split(/ OR | or /)
  return choices.some((choice) => choice.split(' AND ').every((part) => acceptedLicences.has(part)))
}

function nameOf(place) {
  return place.split('node_modules/').at(-1)
}

function children(folder) {
  return readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)
}

function read(file) {
  return readFileSync(path.join(root, file), 'utf8')
}
