import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes: the OWASP parameters for one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password.normalize('NFKC'), cost)

let decoy: Promise<string> | undefined

/** Takes the same time for unknown and known addresses, so that timing reveals nothing. */
export const verifyPassword = async (passwordHash: string | null, password: string) => {
  decoy ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFKC'))
  return passwordHash !== null && matches
}
