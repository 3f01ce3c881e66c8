import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The packages of a lockfile by their folder. */
export const readLock = (root, file = 'package-lock.json') => {
  const whole = path.join(root, file)
  return existsSync(whole) ? JSON.parse(readFileSync(whole, 'utf8')).packages : undefined
}

/** The packages that npm downloads; all others are folders of this repository. */
export const fetchedPackages = (locked) => {
  return Object.entries(locked).filter(
    ([place, entry]) => place.includes('node_modules/') && !entry.link,
  )
}

export const nameOf = (place, entry) => {
  return entry?.name ?? place.split('node_modules/').at(-1)
}

/** The folder of a package as another one resolves it, as Node does: below itself, then in every parent folder. */
export const placeSeenFrom = (locked, place, name) => {
  const parts = place.split('/node_modules/')
  for (let length = parts.length; length >= 0; length -= 1) {
    const above = parts.slice(0, length).join('/node_modules/')
    const found = `${above ? `${above}/` : ''}node_modules/${name}`
    if (found in locked) return locked[found].link ? locked[found].resolved : found
  }
  return undefined
}

/** The folders of the packages that one package uses: required ones, and optional ones that are locked. */
export const placesUsedBy = (locked, place) => {
  const entry = locked[place]
  const names = [
    entry.dependencies,
    entry.devDependencies,
    entry.optionalDependencies,
    entry.peerDependencies,
  ].flatMap((group) => Object.keys(group ?? {}))
  const used = names.map((name) => placeSeenFrom(locked, place, name))
  const rooms = place === '' ? Object.values(locked).filter(({ link }) => link) : []
  const all = [...used, ...rooms.map(({ resolved }) => resolved)]
  return [...new Set(all.filter((found) => found !== undefined))]
}
