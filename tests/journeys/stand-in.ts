import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of this test run that replaces a third-party one. */
export const startServer = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, stop }
}

export const bodyOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return new URLSearchParams(text)
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A provider's page with one button for each account. */
export const accountPage = (title: string, accounts: { id: string; label: string }[]) =>
  `<!doctype html><title>${escaped(title)}</title><h1>${escaped(title)}</h1><form method="post">${accounts
    .map(
      ({ id, label }) => `<button name="account" value="${escaped(id)}">${escaped(label)}</button>`,
    )
    .join('')}</form>`
