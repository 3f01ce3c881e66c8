import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { randomUUID } from 'node:crypto'
import type { Viewer } from '../world/viewer.ts'

/** A secret of this process: with it the collector trusts the address that a simulated viewer claims. */
export const audiencePass = randomUUID()
export const audiencePassHeader = 'x-playhead-audience'

export interface BeaconSender {
  /** True when the collector acknowledged it. */
  send(body: string, viewer: Viewer): Promise<boolean>
  close(): void
}

const timeoutMs = 25_000
const socketsMax = 64

/** Posts beacons as a browser does, with the user agent and the address of the viewer. */
export const beaconSender = (to: string, { isOurs }: { isOurs: boolean }): BeaconSender => {
  const url = new URL(to)
  const isHttps = url.protocol === 'https:'
  const options = { keepAlive: true, maxSockets: socketsMax }
  const agent = isHttps ? new HttpsAgent(options) : new HttpAgent(options)
  const request = isHttps ? httpsRequest : httpRequest
  return {
    send: (body, viewer) =>
      new Promise((resolve) => {
        const outgoing = request(
          url,
          {
            method: 'POST',
            agent,
            timeout: timeoutMs,
            headers: {
              'content-type': 'text/plain',
              'content-length': Buffer.byteLength(body),
              'user-agent': viewer.device.userAgent,
              'x-forwarded-for': viewer.address,
              ...(isOurs && { [audiencePassHeader]: audiencePass }),
            },
          },
          (reply) => {
            reply.resume()
            const { statusCode = 0, headers } = reply
            const isReadable = headers['access-control-allow-origin'] !== undefined
            reply.on('end', () => resolve(statusCode >= 200 && statusCode < 300 && isReadable))
            reply.on('error', () => resolve(false))
          },
        )
        outgoing.on('timeout', () => outgoing.destroy())
        outgoing.on('error', () => resolve(false))
        outgoing.end(body)
      }),
    close: () => agent.destroy(),
  }
}
