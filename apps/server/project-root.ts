import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The program runs as a bundle in build/server and from source in tests; both lie below the root. */
const findRoot = (folder: string): string => {
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest)) {
    const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }
    if (name === 'playhead') return folder
  }
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The Playhead folder was not found.')
  return findRoot(parent)
}

export const projectRoot = findRoot(import.meta.dirname)
