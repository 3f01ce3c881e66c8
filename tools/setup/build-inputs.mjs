import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folders = ['apps', 'features', 'packages', 'database', 'tools/setup']
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.web.json']
// Browsers also read the stamp to identify the build, and reload when it changes.
const stampFile = 'build/stamp'
const cacheFile = 'build/inputs.json'

/** The inputs of the build: a content hash per file, read again only where time or size changed. */
export const readBuildInputs = (root) => {
  const known = readCache(root)
  const entries = {}
  for (const file of [
    ...files,
    ...folders.flatMap((folder) => filesUnder(root, folder)),
  ].toSorted()) {
    const { mtimeMs, size } = statSync(path.join(root, file))
    const [knownMs, knownSize, knownHash] = known[file] ?? []
    const isUnchanged = knownMs === mtimeMs && knownSize === size
    entries[file] = [mtimeMs, size, isUnchanged ? knownHash : contentHash(path.join(root, file))]
  }
  const contents = Object.entries(entries).map(([file, [, , hash]]) => `${file} ${hash}\n`)
  const hash = createHash('sha256').update(contents.join('')).digest('hex')
  return { hash, entries, isBuilt: readText(root, stampFile) === hash }
}

export const writeStamp = (root, { hash, entries }) => {
  mkdirSync(path.join(root, 'build'), { recursive: true })
  writeFileSync(path.join(root, cacheFile), JSON.stringify(entries))
  writeFileSync(path.join(root, stampFile), hash)
}

export const removeStamp = (root) => {
  rmSync(path.join(root, stampFile), { force: true })
}

function readCache(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, cacheFile), 'utf8'))
  } catch {
    return {}
  }
}

function readText(root, file) {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch {
    return undefined
  }
}

const contentHash = (file) =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 32)

function filesUnder(root, folder) {
  let entries
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true })
  } catch {
    return []
  }
  return entries.flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(root, file)
    return /\.(test|e2e)\.tsx?$|\.md$/.test(entry.name) ? [] : [file]
  })
}
