import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folders = ['apps', 'features', 'packages', 'tests']
/** Tests of tools hold such calls in the texts that they check, so there only the name of a file counts. */
const foldersOfNames = ['tools']

/** What grows in a long run: a loop by its number, a journey also by the looks of its screens. */
const loop = /\b(?:howMany|someOf|isLongRun)\(/
const loopOrLooks = /\b(?:howMany|someOf|isLongRun|looksOf|expectAccessible)\(/

/**
 * The test files and journeys that do more in a long run, and those that only a long run has. The source and the test
 * of `howMany` are excluded.
 * @returns {{ tests: string[], journeys: string[] }}
 */
export const findLoopingFiles = (root) => {
  const filesBelow = (folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
      .filter((file) => !/(^|\/)node_modules\//.test(file))
  const files = [
    ...folders.flatMap(filesBelow).filter((file) => !file.endsWith('/how-many.test.ts')),
    ...foldersOfNames.flatMap(filesBelow).filter((file) => file.endsWith('.long.test.ts')),
  ].toSorted()
  const has = (file, calls) => calls.test(readFileSync(path.join(root, file), 'utf8'))
  return {
    tests: files.filter(
      (file) => /\.test\.tsx?$/.test(file) && (file.endsWith('.long.test.ts') || has(file, loop)),
    ),
    journeys: files.filter(
      (file) =>
        file.endsWith('.e2e.ts') && (file.endsWith('.long.e2e.ts') || has(file, loopOrLooks)),
    ),
  }
}
