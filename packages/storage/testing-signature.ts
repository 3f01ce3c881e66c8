import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Computes the signature as the storage does, from the received request and the secret. */
export const isSignedWith = (request: IncomingMessage, body: Buffer, secret: string) => {
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([\da-f]+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? []
  const [, day = '', region = '', service = '', end = ''] = credential.split('/')
  const url = new URL(request.url ?? '', 'http://storage')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const contentHash = String(request.headers['x-amz-content-sha256'])
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name])}`),
    '',
    signedHeaders,
    contentHash,
  ].join('\n')
  const scope = `${day}/${region}/${service}/${end}`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)]
  const key = [day, region, service, end].reduce<Buffer>(
    (derived, part) => hmac(derived, part),
    Buffer.from(`AWS4${secret}`),
  )
  return contentHash === sha256(body) && hmac(key, toSign.join('\n')).toString('hex') === signature
}
