import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** The request as it came, without the offer to upgrade. */
const withoutUpgrade = ({ method, url, httpVersion, rawHeaders }: IncomingMessage) => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    const value = rawHeaders[index + 1]!
    const lower = name.toLowerCase()
    if (lower === 'upgrade' || lower === 'http2-settings') continue
    const kept =
      lower === 'connection'
        ? value
            .split(',')
            .filter((word) => !/^\s*(upgrade|http2-settings)\s*$/i.test(word))
            .join(',')
        : value
    if (kept !== '') lines.push(`${name}: ${kept}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/**
 * Passes upgrades of one path on. Node hands every upgrade to the listener once there is one, but others are only
 * offers: Java's client, for example, offers HTTP/2 with each request. Those requests are served as usual.
 */
export const takeUpgrades = (
  server: Server,
  { isTls, path }: { isTls: boolean; path: string },
  listener: UpgradeListener,
) => {
  server.on('upgrade', (request, socket, head) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
    if (isWebSocket && request.url?.split('?')[0] === path) return listener(request, socket, head)
    socket.unshift(Buffer.concat([withoutUpgrade(request), head]))
    server.emit(isTls ? 'secureConnection' : 'connection', socket)
    return undefined
  })
}
