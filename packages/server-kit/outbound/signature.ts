import { createHmac } from 'node:crypto'

/** The header `mux-signature`: the HMAC of the time, a full stop and the body as it is sent. */
export const signatureOf = (secret: string, body: string | Uint8Array, now: Date) => {
  const timestamp = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
