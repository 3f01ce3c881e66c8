import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const bytesOf = (secret: string) => {
  const bits = secret
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/**
 * The code that an authenticator app shows at a given time: a second implementation of RFC 6238, to test the server's
 * own.
 */
export const readShownCode = (secret: string, now: Date) => {
  const step = Math.floor(now.getTime() / 30_000)
  const counter = Buffer.from(step.toString(16).padStart(16, '0'), 'hex')
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const start = mac[19]! & 0xf
  const number = Number.parseInt(mac.subarray(start, start + 4).toString('hex'), 16) % 2 ** 31
  return (number % 1_000_000).toString().padStart(6, '0')
}
