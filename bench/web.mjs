#!/usr/bin/env node
// Usage: node bench/web.mjs [--views=5000000] – what a browser downloads, how fast it paints and responds, how soon the server is ready.
import { chromium } from '@playwright/test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { findChromium } from '../tools/setup/system-tools.mjs'
import { makePerson } from './make-person.mjs'
import { measureData, signedIn } from './web/measure-data.mjs'
import { measurePage, median } from './web/measure-page.mjs'
import { runServer } from './run-server.mjs'
import { writeResults } from './write-results.mjs'

const root = path.join(import.meta.dirname, '..')
const dashboard = path.join(root, 'build/dashboard')
const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const rounds = 5
const given = process.argv.find((argument) => argument.startsWith('--views='))
const views = Number(given?.slice('--views='.length) ?? 5_000_000)
/** Title, URL and a text that appears once the data has loaded. */
const screens = [
  ['Profile', '/account/profile', 'Personal information'],
  ['Access tokens', '/settings/access-tokens', "You haven't created any Access Tokens yet"],
  ['Environments', '/environments', 'Production'],
  ['Organization', '/account/organization', 'bench@example.com'],
]
const rows = []

await buildProgram(root)
try {
  await measureStarts()
  await measurePages()
  rows.push(...(await measureData({ root, dashboard, views, rounds })))
} finally {
  rmSync(dataFolder, { recursive: true, force: true })
}
writeResults(
  root,
  'web',
  rows,
  `Chromium without throttling on the same machine; medians of ${rounds}. Data screens over ${views.toLocaleString('en-US')} views of 30 days.`,
)

async function measureStarts() {
  const program = ['build/server/main.js']
  const first = await runServer(program, { cwd: root, dataFolder })
  await first.stop()
  rows.push(['First start, empty data folder, with demo organization', seconds(first.seconds)])
  const again = []
  for (let round = 0; round < rounds; round += 1) {
    const server = await runServer(program, { cwd: root, dataFolder })
    again.push(server.seconds)
    await server.stop()
  }
  rows.push(['Start on an existing data folder', seconds(median(again))])
  const npmStart = await runServer(['tools/start.mjs'], { cwd: root, dataFolder })
  await npmStart.stop()
  rows.push([
    'Second `npm start`: install, build and start, nothing changed',
    seconds(npmStart.seconds),
  ])
}

async function measurePages() {
  const server = await runServer(['build/server/main.js'], { cwd: root, dataFolder })
  const person = await makePerson(root, dataFolder)
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const visitor = () => browser.newContext()
    await addRows('Sign-in page', visitor, `${server.origin}/login`, (page) =>
      page.getByRole('button', { name: 'Sign in', exact: true }).first(),
    )
    const member = () => signedIn(browser, server.origin, person)
    for (const [title, address, name] of screens)
      await addRows(title, member, server.origin + address, (page) =>
        page.locator('main').getByText(name).first(),
      )
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function addRows(title, newContext, url, ready) {
  const measured = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await newContext()
    measured.push(await measurePage(context, url, { dashboard, ready }))
    await context.close()
  }
  const { files, gzipBytes, brotliBytes, allGzipBytes } = measured.at(-1)
  rows.push([`${title}: script, gzip`, `${kilobytes(gzipBytes)} in ${files} files`])
  rows.push([`${title}: script, brotli`, kilobytes(brotliBytes)])
  rows.push([`${title}: script, gzip, with what comes after`, kilobytes(allGzipBytes)])
  rows.push([
    `${title}: largest contentful paint`,
    `${Math.round(median(measured.map(({ paintMs }) => paintMs)))} ms`,
  ])
  const shift = Math.max(...measured.map((round) => round.shift))
  rows.push([`${title}: layout shift, worst`, shift.toFixed(3)])
}

function seconds(value) {
  return `${value.toFixed(2)} s`
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
