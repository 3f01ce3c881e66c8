import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fetchedPackages, nameOf, placesUsedBy } from './read-lock.mjs'

/** A sha512 checksum as npm writes it: 64 bytes in base64. */
const checksum = /^sha512-[A-Za-z0-9+/]{86}==$/

export const listFile = 'tools/locks/unverified.json'

/** The list of packages that cannot be verified on the platform it names, each with a reason. */
export const readUnverified = (root) => {
  const file = path.join(root, listFile)
  if (!existsSync(file)) return { platform: {}, groups: [] }
  return JSON.parse(readFileSync(file, 'utf8'))
}

export const hasChecksum = (entry) => {
  return checksum.test(entry.integrity ?? '')
}

/** Locked packages that the platform's install omits, or for which npm has no checksum. */
export const findUnverified = (locked, platform) => {
  const installed = installedOn(locked, platform)
  const found = new Map()
  for (const [place, entry] of fetchedPackages(locked)) {
    const name = nameOf(place, entry)
    if (!hasChecksum(entry)) found.set(name, 'no checksum')
    else if (!installed.has(place) && !found.has(name)) found.set(name, 'not installed')
  }
  return found
}

/** The folders of all packages in an install on a platform. */
export const installedOn = (locked, platform) => {
  const reached = new Set([''])
  for (const place of reached)
    for (const used of placesUsedBy(locked, place))
      if (fits(locked[used], platform)) reached.add(used)
  return reached
}

function fits({ os, cpu, libc }, platform) {
  const admits = (list, value) => {
    const names = [list ?? []].flat()
    if (names.includes(`!${value}`)) return false
    return names.every((name) => name.startsWith('!')) || names.includes(value)
  }
  return (
    admits(os, platform.os) &&
    admits(cpu, platform.cpu) &&
    (platform.os !== 'linux' || admits(libc, platform.libc))
  )
}
