import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folders = ['apps', 'features', 'packages', 'tests']

/** The test files that call `howMany(`, for long runs. Its own source and test are excluded. */
export const findLoopingFiles = (root) => {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((name) =>
        path.posix.join(folder, name.replaceAll(path.sep, '/')),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && !/(^|\/)node_modules\//.test(file))
    .filter((file) => !file.endsWith('/how-many.test.ts'))
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('howMany('))
    .toSorted()
}
