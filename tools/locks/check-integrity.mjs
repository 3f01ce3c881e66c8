import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { linuxLibrary } from '../setup/install-packages.mjs'
import { licenceInstalled } from './licences.mjs'
import { fetchedPackages, nameOf, readLock } from './read-lock.mjs'
import { findUnverified, installedOn, listFile, readUnverified } from './unverified.mjs'

// npm verifies the checksum of every archive and then records here what it installed in node_modules.
const record = 'node_modules/.package-lock.json'

/** Differences between the lockfile, what npm installed, and the list of packages that cannot be verified. */
export const checkIntegrity = (root, locked) => {
  const list = readUnverified(root)
  return [...checkList(locked, list), ...checkInstalled(root, locked, list.platform)]
}

function checkList(locked, { platform, groups }) {
  const found = findUnverified(locked, platform)
  const listed = new Map()
  const problems = []
  for (const { cause, reason, packages } of groups) {
    if (!reason) problems.push(`${listFile} gives no reason for its packages with "${cause}"`)
    for (const name of packages) {
      if (listed.has(name)) problems.push(`${listFile} names ${name} twice`)
      listed.set(name, cause)
    }
  }
  for (const [name, cause] of found)
    if (listed.get(name) !== cause)
      problems.push(`${name} cannot be verified (${cause}), and ${listFile} does not say so`)
  for (const name of listed.keys())
    if (!found.has(name)) problems.push(`${listFile} names ${name}, which is verified or gone`)
  return problems
}

function checkInstalled(root, locked, platform) {
  const installed = readLock(root, record)
  if (!installed) return ['node_modules holds no record of npm: run npm ci']
  const expected = isThisMachine(platform) ? installedOn(locked, platform) : new Set()
  const missing = fetchedPackages(locked)
    .map(([place]) => place)
    .filter((place) => expected.has(place) && !(place in installed))
  const wrong = fetchedPackages(installed).flatMap(([place, entry]) => {
    const wanted = locked[place]
    if (!wanted) return [`${place} is installed, but the lock does not hold it: run npm ci`]
    if (entry.version !== wanted.version || entry.integrity !== wanted.integrity)
      return [
        `${place} was installed as ${entry.version} from other bytes than the lock names: run npm ci`,
      ]
    return checkManifest(root, place, wanted)
  })
  return [...missing.map((place) => `${place} is not installed: run npm ci`), ...wrong]
}

function isThisMachine({ os, cpu, libc }) {
  return (
    os === process.platform && cpu === process.arch && (os !== 'linux' || libc === linuxLibrary())
  )
}

function checkManifest(root, place, wanted) {
  const file = path.join(root, place, 'package.json')
  if (!existsSync(file)) return [`${place} is missing, although npm installed it`]
  const { name, version } = JSON.parse(readFileSync(file, 'utf8'))
  if (name !== nameOf(place, wanted) || version !== wanted.version)
    return [
      `${place} holds ${name} ${version}; the lock names ${nameOf(place, wanted)} ${wanted.version}`,
    ]
  const licence = licenceInstalled(path.join(root, place))
  return wanted.license && licence !== wanted.license
    ? [`${name} says its licence is ${licence}; the lock says ${wanted.license}`]
    : []
}
