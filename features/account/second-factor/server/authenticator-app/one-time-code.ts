import { createHmac } from 'node:crypto'
import { sameBytes } from '@playhead/server-kit/secrets/secrets.ts'

const stepMs = 30_000
const digits = 6

/** RFC 6238 with the only parameters that every authenticator app supports: SHA-1, six digits, thirty seconds. */
export const codeOfStep = (secret: Uint8Array, step: number) => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.at(-1)! & 15
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

export const stepAt = (now: Date) => Math.floor(now.getTime() / stepMs)

/** Clocks of phones are slightly wrong, so the previous and the next time step are accepted too. */
export const stepOfCode = (secret: Uint8Array, code: string, now: Date) => {
  const present = stepAt(now)
  return [present - 1, present, present + 1]
    .filter((step) => sameBytes(Buffer.from(codeOfStep(secret, step)), Buffer.from(code)))
    .at(-1)
}
