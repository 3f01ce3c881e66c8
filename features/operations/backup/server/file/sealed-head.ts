import { createHash } from 'node:crypto'
import { z } from 'zod'
import { refusal } from './backup-format.ts'
import { derive, KeyHint, knownKey, newKey } from './passphrase.ts'

/** Far longer than any header. */
export const headMaxBytes = 4_096

const Head = z.strictObject({
  format: z.literal('playhead-sealed-backup'),
  version: z.literal(1),
  encryption: KeyHint,
})

/** The key depends on every byte of the header, so none can be altered. */
const fileKey = (key: Buffer, head: Buffer) =>
  derive(key, 'file', createHash('sha256').update(head).digest())

/** The first line of an encrypted file, and the key of the rest. */
export const newHead = async (passphrase: string) => {
  const { key, hint } = await newKey(passphrase)
  const head: z.input<typeof Head> = {
    format: 'playhead-sealed-backup',
    version: 1,
    encryption: hint,
  }
  const line = Buffer.from(`${JSON.stringify(head)}\n`)
  return { line, key: fileKey(key, line) }
}

const parse = (line: Buffer) => {
  try {
    return Head.safeParse(JSON.parse(line.toString('utf8'))).data
  } catch {
    return undefined
  }
}

export const keyOfHead = async (line: Buffer, passphrase: string | undefined) => {
  const head = parse(line)
  if (!head) throw refusal('This file is not a backup of Playhead, or its head is damaged.')
  if (passphrase === undefined) throw refusal('This backup is encrypted: give --passphrase-file.')
  const key = await knownKey(passphrase, head.encryption)
  if (!key)
    throw refusal('The passphrase does not open this backup, or the head of the file is damaged.')
  return fileKey(key, line)
}
