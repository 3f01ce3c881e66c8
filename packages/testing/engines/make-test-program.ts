import { execFile } from 'node:child_process'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/**
 * Builds the program as shipped: from source it starts five times slower. It is one file that is renamed over the old
 * one, from which a test of another run may be starting.
 */
export const makeTestProgram = async (): Promise<string> => {
  // A whole run builds everything once, before its tests.
  const built = process.env['PLAYHEAD_TEST_BUILD']
  if (built !== undefined) return join(built, 'server/main.js')
  const making = join(root, 'build', `.test-program-${process.pid}`)
  const folder = join(root, 'build/test-program')
  const config = join(root, 'apps/server/vite.config.ts')
  const options = ['--config', config, '--outDir', making, '--logLevel', 'error']
  try {
    await run(join(root, 'node_modules/.bin/vite'), ['build', ...options], { cwd: root })
    await mkdir(folder, { recursive: true })
    await rename(join(making, 'main.js'), join(folder, 'main.js'))
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return join(folder, 'main.js')
}
