import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The id of the data folder, which one program at a time uses: the next start takes over the jobs of the last one. */
export const workerIdOf = async (dataFolder: string) => {
  const file = join(dataFolder, 'worker-id')
  const found = z.uuid().safeParse((await readFile(file, 'utf8').catch(() => '')).trim())
  if (found.success) return found.data
  const id = randomUUID()
  await mkdir(dataFolder, { recursive: true })
  await writeFile(`${file}.new`, id)
  await rename(`${file}.new`, file)
  return id
}
