import { randomInt } from 'node:crypto'
import type { Vault } from '@playhead/server-kit/secrets/secrets.ts'

/** Without letters and digits that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
const length = 10

/** 49 random bits, in two groups: `7kq3m-2xw9d`. */
export const newRecoveryCode = () => {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join('')
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`
}

/** Accepts what people type: with or without the dash, in capitals, with blanks. */
const plain = (typed: string) => typed.toLowerCase().replaceAll(/[\s-]/g, '')

/** Uses a key that is not in the database: a leaked database alone is not enough to try codes. */
export const hashRecoveryCode = (vault: Vault, userId: string, typed: string) =>
  vault.mac('recovery code', `${userId}.${plain(typed)}`)
