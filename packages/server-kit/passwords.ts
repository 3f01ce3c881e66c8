import { hash, verify } from '@node-rs/argon2'

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
