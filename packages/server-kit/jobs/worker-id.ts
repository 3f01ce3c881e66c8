import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Whole or not at all, and never in place of another one. */
const writeOnce = async (file: string, made: string) => {
  try {
    await link(made, file)
  } catch (error) {
    // Some file systems have no links.
    if (!isTaken(error)) await rename(made, file)
  } finally {
    await rm(made, { force: true })
  }
}

const read = async (file: string) => {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return { isThere: text !== undefined, id: z.uuid().safeParse(text?.trim()).data }
}

/** The id of the data folder, which one program at a time uses: the next start takes over the jobs of the last one. */
export const workerIdOf = async (dataFolder: string): Promise<string> => {
  const file = join(dataFolder, 'worker-id')
  const found = await read(file)
  if (found.id !== undefined) return found.id
  const id = randomUUID()
  const made = `${file}.${id}`
  await mkdir(dataFolder, { recursive: true })
  await writeFile(made, id)
  // Parts of the program that begin at the same time must agree on one id.
  if (found.isThere) await rename(made, file)
  else await writeOnce(file, made)
  return (await read(file)).id ?? id
}
