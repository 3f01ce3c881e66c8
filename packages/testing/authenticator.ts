import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

const head = (major: number, length: number) => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const bytes = (data: Uint8Array) => Buffer.concat([head(2, data.length), data])
const text = (data: string) => Buffer.concat([head(3, data.length), Buffer.from(data)])
const integer = (data: number) => (data < 0 ? head(1, -1 - data) : head(0, data))
const map = (...pairs: Buffer[][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

interface Lies {
  origin?: string
  rpId?: string
  /** False: the user did not verify by fingerprint or PIN. */
  isVerified?: boolean
  counter?: number
  userHandle?: string
}

interface Asked {
  challenge_id: string
  challenge: string
}

/** A software authenticator with one key: behaves as a browser would, or sends manipulated data. */
export const anAuthenticator = (origin = 'http://localhost:4000') => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const rpId = new URL(origin).hostname
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin }))

  const data = (lies: Lies, attested: Buffer = Buffer.alloc(0)) => {
    counter = lies.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = 1 | (lies.isVerified === false ? 0 : 4) | (attested.length > 0 ? 64 : 0)
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), count, attested])
  }

  const key = map(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x!, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y!, 'base64url'))],
  )

  return {
    origin,
    credentialId: id.toString('base64url'),
    make(asked: Asked & { user: { id: string } }, lies: Lies = {}) {
      userHandle = asked.user.id
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(data(lies, attested))],
      )
      return {
        challenge_id: asked.challenge_id,
        id: id.toString('base64url'),
        client_data: clientData('webauthn.create', asked.challenge, lies).toString('base64url'),
        attestation: attestation.toString('base64url'),
        transports: ['internal'],
      }
    },
    sign(asked: Asked, lies: Lies = {}) {
      const client = clientData('webauthn.get', asked.challenge, lies)
      const authenticatorData = data(lies)
      const signed = Buffer.concat([authenticatorData, sha256(client)])
      return {
        challenge_id: asked.challenge_id,
        id: id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        user_handle: lies.userHandle ?? userHandle,
      }
    },
  }
}
