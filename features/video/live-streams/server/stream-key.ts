import { randomBytes } from 'node:crypto'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { hashToken } from '@playhead/server-kit/secrets/secrets.ts'
import { findByKeyHash } from './row/broadcast-state.sql.ts'

/** 128 random bits in letters and digits that are not confused when they are typed into a device. */
const randomKey = () => randomBytes(16).toString('hex')

const keyShape = /^[A-Za-z0-9]{16,64}$/

export interface NewKey {
  hash: Buffer
  sealed: string
}

export const newStreamKey = ({ vault }: Pick<App, 'vault'>): NewKey => {
  const key = randomKey()
  return { hash: hashToken(key), sealed: vault.seal(key) }
}

/** SRT takes passphrases of 10 to 79 characters. */
export const newPassphrase = ({ vault }: Pick<App, 'vault'>) => vault.seal(randomKey())

/** The secret as it was sealed, or nothing if another server sealed it. */
export const openedSecret = ({ vault }: Pick<App, 'vault'>, sealed: string) => {
  try {
    return vault.open(sealed)
  } catch {
    return undefined
  }
}

/** Undefined for what no key looks like, which is not looked up. */
export const hashOfKey = (key: string) => (keyShape.test(key) ? hashToken(key) : undefined)

/** The live stream that an encoder may send to with this key, and whose it is. */
export const findByStreamKey = async (postgres: Database, key: string) => {
  const hash = hashOfKey(key)
  return hash && findByKeyHash(postgres, hash)
}
