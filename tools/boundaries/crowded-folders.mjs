import path from 'node:path'
import { roomOf } from './rooms.mjs'

const filesMax = 25

/** Folders with more source files side by side than a reader takes in; tests and their helpers are not counted. */
export const crowdedFolders = (files) => {
  const counts = new Map()
  for (const file of files) {
    const folder = path.posix.dirname(file)
    if (!roomOf(file).isTest) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > filesMax)
    .map(
      ([folder, count]) =>
        `${folder} holds ${count} source files side by side: at most ${filesMax}, make folders in it`,
    )
}
