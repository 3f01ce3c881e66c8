import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { aChromiumLaunch } from './packages/testing/chromium.ts'

// Set once by the first process; the workers inherit both.
process.env.PLAYHEAD_TEST_PORT ??= String(await freePort())
process.env.PLAYHEAD_TEST_DATA ??= path.join(tmpdir(), `playhead-e2e-${randomUUID().slice(0, 8)}`)

const baseURL = `http://127.0.0.1:${process.env.PLAYHEAD_TEST_PORT}`

export default defineConfig({
  testDir: '.',
  testMatch: ['features/**/*.e2e.ts', 'tests/**/*.e2e.ts', 'apps/dashboard/**/*.e2e.ts'],
  // What only the long run has.
  testIgnore: ['', '0'].includes(process.env.PLAYHEAD_TEST_LONG ?? '') ? ['**/*.long.e2e.ts'] : [],
  outputDir: 'build/test-results',
  // One picture for every system: what is drawn does not depend on it.
  snapshotPathTemplate: '{testFileDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // CI machines are shared: one that stood still for seconds is no finding. The report names what needed a second try.
  retries: process.env.CI ? 1 : 0,
  // It ends what hangs: a busy machine needs minutes for a journey over many screens.
  timeout: 420_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Movement is drawn by the processor here, and a test waits for its end.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace films every step, which costs every journey processor time.
    trace: 'on-first-retry',
    launchOptions: aChromiumLaunch(),
  },
  webServer: {
    // exec: the server is a child of the test run itself and notices when that ends.
    command: 'exec node tools/e2e-server.mjs',
    url: `${baseURL}/readyz`,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: process.env.PLAYHEAD_TEST_SERVER_LOG ? 'pipe' : 'ignore',
    stderr: 'pipe',
  },
})

async function freePort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('No free port was given.')
  return address.port
}
