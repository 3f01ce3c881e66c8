import { hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import { namingFile, refusal } from './backup-format.ts'

const keyBytes = 32
const fileMaxBytes = 65_536
const usual = { n: 2 ** 17, r: 8, p: 1 }

const base64Bytes = (count: number) =>
  z.base64().refine((text) => Buffer.from(text, 'base64').length === count)

/** How a key is derived from a passphrase, stored with the sealed data; `check` distinguishes a wrong passphrase from damage. */
export const KeyHint = z.strictObject({
  kdf: z.literal('scrypt'),
  // Limits what a forged header can demand: 128 MiB at most, a second or two.
  n: z.literal(usual.n),
  r: z.literal(usual.r),
  p: z.literal(usual.p),
  salt: base64Bytes(keyBytes),
  check: base64Bytes(keyBytes),
})
export type KeyHint = z.infer<typeof KeyHint>

/** A key for one purpose and, if a salt is given, for one object. */
export const derive = (key: Buffer, purpose: string, salt: Buffer = Buffer.alloc(0)) =>
  Buffer.from(hkdfSync('sha256', key, salt, `playhead backup ${purpose}`, keyBytes))

const stretch = (passphrase: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    const cost = { N: usual.n, r: usual.r, p: usual.p, maxmem: 256 * 2 ** 20 }
    scrypt(passphrase, salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** Reads the first line of the file, as people and password managers write it. */
export const readPassphrase = async (file: string) => {
  const what = `The passphrase file ${file} cannot be read`
  const { size } = await namingFile(what, stat(file))
  if (size > fileMaxBytes) throw refusal(`${what}: it is too large.`)
  const text = await namingFile(what, readFile(file, 'utf8'))
  const passphrase = text.replace(/\r?\n$/, '').normalize('NFC')
  if (passphrase.trim() === '') throw refusal(`The passphrase file ${file} is empty.`)
  if (/[\r\n]/.test(passphrase))
    throw refusal(`The passphrase file ${file} has more than one line.`)
  return passphrase
}

export const newKey = async (passphrase: string): Promise<{ key: Buffer; hint: KeyHint }> => {
  const salt = randomBytes(keyBytes)
  const key = await stretch(passphrase, salt)
  const check = derive(key, 'check').toString('base64')
  return { key, hint: { kdf: 'scrypt', ...usual, salt: salt.toString('base64'), check } }
}

/** Returns undefined for another passphrase. */
export const knownKey = async (passphrase: string, { salt, check }: KeyHint) => {
  const key = await stretch(passphrase, Buffer.from(salt, 'base64'))
  return timingSafeEqual(derive(key, 'check'), Buffer.from(check, 'base64')) ? key : undefined
}
