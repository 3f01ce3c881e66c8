import type { Page } from '@playwright/test'

/** A page that is left or loaded again while its socket opens. The browser says so; no one can prevent it. */
const leftTooEarly = /WebSocket is closed before the connection is established/

/** Collects browser errors and warnings from now on. */
export const expectQuiet = (page: Page) => {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${String(error)}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (leftTooEarly.test(message.text())) return
    troubles.push(`${page.url()}: ${message.type()}: ${message.text()}`)
  })
  return () => troubles
}
