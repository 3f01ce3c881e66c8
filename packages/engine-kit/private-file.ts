import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Only the program's own user can read it, and the write is atomic. */
export const writePrivately = async (file: string, text: string): Promise<void> => {
  const unfinished = `${file}.new-${process.pid}`
  await writeFile(unfinished, text, { mode: 0o600, flush: true })
  await rename(unfinished, file)
}

/** The random password of an engine, created at its first start. */
export const ensurePassword = async (folder: string): Promise<string> => {
  const file = join(folder, 'password')
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined && known !== '') return known
  const password = randomBytes(24).toString('base64url')
  await writePrivately(file, password)
  return password
}
