import { hash, verify } from '@node-rs/argon2'
import { commonPasswords } from './common-passwords.ts'

/** argon2id at 19 MiB, two passes: the parameters OWASP gives for one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password.normalize('NFKC'), cost)

let decoy: Promise<string> | undefined

/** Takes as long for somebody unknown as for somebody known, so that time tells nothing. */
export const verifyPassword = async (passwordHash: string | null, password: string) => {
  decoy ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFKC'))
  return passwordHash !== null && matches
}

/** Common words stay common with digits and marks around them. */
export const isCommonPassword = (password: string) => {
  const plain = password.toLowerCase().replace(/[^a-z]/g, '')
  return (
    commonPasswords.has(password.toLowerCase()) ||
    commonPasswords.has(plain) ||
    new Set(password).size < 4
  )
}
