import { existsSync, statfsSync } from 'node:fs'

/** The headless shell first: without windows of its own it needs a third less processor time than the whole browser. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Processes of Chromium share memory there: Playwright's default, files in /tmp, costs processor time. */
const memoryFolder = '/dev/shm'
const memoryBytes = 1024 ** 3

function hasRoomInMemory(): boolean {
  if (!existsSync(memoryFolder)) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > memoryBytes
}

/** How tests start Chromium, for `launch` and `launchOptions` of Playwright. */
export const aChromiumLaunch = (...args: string[]) => ({
  executablePath:
    process.env['CHROMIUM_PATH'] ?? installed.find((file) => existsSync(file)) ?? 'chromium',
  ignoreDefaultArgs: hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    // One process less that pages are drawn through.
    '--in-process-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    // As the whole browser lays out text: letters at fractions of a pixel.
    '--font-render-hinting=none',
    ...args,
  ],
})
