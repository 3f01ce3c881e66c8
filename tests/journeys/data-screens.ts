import type { Page } from '@playwright/test'

/** Collects browser errors and warnings from now on. */
export const expectQuiet = (page: Page) => {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      troubles.push(`${message.type()}: ${message.text()}`)
  })
  return () => troubles
}
