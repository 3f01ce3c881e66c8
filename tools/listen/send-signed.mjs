import { createHmac } from 'node:crypto'
import { reasonOf } from './reason-of.mjs'

const responseMs = 5_000

/** The same for the same token each time, so that a program under development keeps it; it does not reveal the token. */
export const signingSecretOf = (tokenSecret) =>
  createHmac('sha256', tokenSecret).update('playhead listen').digest('hex')

const signatureOf = (secret, body) => {
  const seconds = Math.floor(Date.now() / 1000)
  const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hex}`
}

/** Posts an event as a webhook does; returns the status, or the reason why there is none, and the milliseconds. */
export const sendSigned = async ({ address, secret, body, signal }) => {
  const startedAt = performance.now()
  const outcome = (known) => ({ ...known, ms: Math.round(performance.now() - startedAt) })
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'mux-signature': signatureOf(secret, body) },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(responseMs)]),
    })
    await response.arrayBuffer()
    return outcome({ status: response.status })
  } catch (error) {
    return outcome({ reason: reasonOf(error) })
  }
}
