#!/usr/bin/env node
// The built program with the demo organization, on a data folder that is deleted when it stops. Started by Playwright.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildProgram } from './setup/build-program.mjs'
import { runProgram, Stop } from './setup/stop.mjs'

const root = path.join(import.meta.dirname, '..')
const { PLAYHEAD_TEST_PORT: port, PLAYHEAD_TEST_DATA: dataFolder } = process.env

await runProgram(async () => {
  if (!port || !dataFolder)
    throw new Stop('The browser tests start this server: npx playwright test')
  await buildProgram(root)
})

process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
stopWithParent()

for (const name of Object.keys(process.env)) {
  if (/^(PLAYHEAD_(?!TEST_)|DATABASE_URL|CLICKHOUSE_URL|SMTP_URL)/.test(name))
    delete process.env[name]
}
Object.assign(process.env, {
  HOST: '127.0.0.1',
  PORT: port,
  NODE_ENV: 'production',
  PLAYHEAD_DATA: dataFolder,
  PLAYHEAD_DEMO: '1',
  PLAYHEAD_DEMO_DAYS: '0',
  PLAYHEAD_MARKETING: '1',
  // Single sign-on providers of the tests are on loopback.
  PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1',
  LIVE_RTMP_PORT: '0',
  PLAYHEAD_PUBLIC_URL: `http://127.0.0.1:${port}`,
})
const server = path.join(root, 'build/server/main.js')
process.argv[1] = server
await import(pathToFileURL(server).href)

/** A killed test run cannot stop its server, so the server watches its parent process. */
function stopWithParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 1_000).unref()
}
