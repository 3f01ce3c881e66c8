import { existsSync } from 'node:fs'

/** The headless shell first: without windows of its own it needs a third less processor time than the whole browser. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** How tests start Chromium, for `launch` and `launchOptions` of Playwright. */
export const aChromiumLaunch = (...args: string[]) => ({
  executablePath:
    process.env['CHROMIUM_PATH'] ?? installed.find((file) => existsSync(file)) ?? 'chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    // As the whole browser lays out text: letters at fractions of a pixel.
    '--font-render-hinting=none',
    ...args,
  ],
})
