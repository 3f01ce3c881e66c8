import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { CodePurpose, StatementPurpose } from './signing-purposes.ts'

/** 32 random bytes as text: session tokens, mailed links, access-token secrets. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** Tokens have 256 random bits, so a plain hash is enough: they cannot be guessed. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export const sameBytes = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && timingSafeEqual(one, other)

const keyFrom = (serverSecret: Buffer) =>
  createHmac('sha256', serverSecret).update('vault').digest()

/** Encrypts what must be readable again, such as the client secret of a single sign-on provider. */
export class Vault {
  #key: Buffer

  constructor(serverSecret: Buffer) {
    this.#key = keyFrom(serverSecret)
  }

  /** A restored backup includes the secret with which its values were sealed. */
  replaceSecret(serverSecret: Buffer) {
    this.#key = keyFrom(serverSecret)
  }

  seal(text: string) {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  open(sealed: string) {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }

  /** A signed statement, such as the token of the realtime socket, valid for one purpose and a limited time. */
  sign(
    purpose: StatementPurpose,
    statement: Record<string, unknown>,
    lifetimeSeconds: number,
    now: Date,
  ) {
    const body = Buffer.from(
      JSON.stringify({ ...statement, exp: Math.floor(now.getTime() / 1000) + lifetimeSeconds }),
    ).toString('base64url')
    return `${body}.${this.#statementMac(purpose, body)}`
  }

  verify(purpose: StatementPurpose, token: string, now: Date): Record<string, unknown> | undefined {
    const [body = '', mac = '', ...rest] = token.split('.')
    // Compared as text, because base64 can encode the same bytes in several ways.
    const isOurs = sameBytes(Buffer.from(this.#statementMac(purpose, body)), Buffer.from(mac))
    if (!isOurs || rest.length > 0) return undefined
    const statement = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number }
    return statement.exp * 1000 > now.getTime() ? { ...statement } : undefined
  }

  /** Short-lived codes of another kind, such as those in the URLs of segments. */
  mac(purpose: CodePurpose, text: string) {
    return createHmac('sha256', this.#key).update(`${purpose}.${text}`).digest()
  }

  #statementMac(purpose: StatementPurpose, body: string) {
    const key = createHmac('sha256', this.#key).update('statements').digest()
    return createHmac('sha256', key).update(`${purpose}.${body}`).digest('base64url')
  }
}
