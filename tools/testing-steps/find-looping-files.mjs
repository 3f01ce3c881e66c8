import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folders = ['apps', 'features', 'packages', 'tests']

/** What grows in a long run: a loop by its number, a journey also by the looks of its screens. */
const loop = /\b(?:howMany|someOf|isLongRun)\(/
const loopOrLooks = /\b(?:howMany|someOf|isLongRun|looksOf|expectAccessible)\(/

/**
 * The test files and journeys that do more in a long run. The source and the test of `howMany` are excluded.
 * @returns {{ tests: string[], journeys: string[] }}
 */
export const findLoopingFiles = (root) => {
  const files = folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((name) =>
        path.posix.join(folder, name.replaceAll(path.sep, '/')),
      ),
    )
    .filter((file) => !/(^|\/)node_modules\//.test(file))
    .toSorted()
  const having = (ending, calls) =>
    files.filter(
      (file) => ending.test(file) && calls.test(readFileSync(path.join(root, file), 'utf8')),
    )
  return {
    tests: having(/\.test\.tsx?$/, loop).filter((file) => !file.endsWith('/how-many.test.ts')),
    journeys: having(/\.e2e\.ts$/, loopOrLooks),
  }
}
