#!/usr/bin/env node
// Usage: node bench/web.mjs – what a browser downloads, how soon it paints, how soon the server is ready.
import { chromium } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { buildProgram } from '../tools/setup/build-program.mjs'
import { runCommand } from '../tools/setup/run-command.mjs'
import { findChromium } from '../tools/setup/system-tools.mjs'
import { measurePage, median } from './measure-page.mjs'
import { runServer } from './run-server.mjs'

const root = path.join(import.meta.dirname, '..')
const dashboard = path.join(root, 'build/dashboard')
const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const rounds = 5
const rows = []

await buildProgram(root)
try {
  await measureStarts()
  await measurePages()
} finally {
  rmSync(dataFolder, { recursive: true, force: true })
}
report()

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
  const person = await makePerson()
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await addRows(
      'Sign-in page',
      () => browser.newContext(),
      `${server.origin}/login`,
      (page) => page.getByRole('button', { name: 'Sign in', exact: true }).first(),
    )
    await addRows(
      'Shell with the profile screen',
      () => signedIn(browser, server.origin, person),
      `${server.origin}/account/profile`,
      (page) => page.getByRole('heading', { name: 'Personal information' }).first(),
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
  const { files, gzipBytes, brotliBytes } = measured[0]
  rows.push([`${title}: script, gzip`, `${kilobytes(gzipBytes)} in ${files} files`])
  rows.push([`${title}: script, brotli`, kilobytes(brotliBytes)])
  rows.push([
    `${title}: largest contentful paint`,
    `${Math.round(median(measured.map(({ paintMs }) => paintMs)))} ms`,
  ])
}

/** A person of their own, so that the figures do not depend on what the demo holds. */
async function makePerson() {
  const organization = await operator('organization', 'create', '--name', 'Bench')
  await operator('environment', 'create', '--organization', organization.id, '--name', 'Production')
  const person = { email: 'bench@example.com', password: randomUUID() }
  const { email, password } = person
  const account = ['--email', email, '--password', password, '--organization', organization.id]
  await operator('user', 'create', ...account, '--admin')
  return person
}

async function operator(...words) {
  const { code, output } = await runCommand(
    process.execPath,
    [path.join(root, 'tools/playhead.mjs'), ...words, '--json'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PLAYHEAD_DATA: dataFolder } },
  )
  if (code !== 0) throw new Error(output)
  return JSON.parse(output)
}

async function signedIn(browser, origin, person) {
  const context = await browser.newContext()
  const answer = await context.request.post(`${origin}/ui/v1/session`, {
    headers: { 'x-requested-with': 'playhead' },
    data: { session: person },
  })
  if (answer.status() !== 201) throw new Error(`The sign-in was refused: ${await answer.text()}`)
  return context
}

function report() {
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`)
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, Chromium without throttling on the same machine; medians of ${rounds}.`
  const table = rows.map(([name, value]) => `| ${name} | ${value} |`)
  const text = [
    '# Web',
    '',
    `Made by \`node bench/web.mjs\`. ${machine}`,
    '',
    '| What | Value |',
    '|---|---|',
    ...table,
    '',
  ]
  mkdirSync(path.join(root, 'bench/results'), { recursive: true })
  writeFileSync(path.join(root, 'bench/results/web.md'), text.join('\n'))
}

function seconds(value) {
  return `${value.toFixed(2)} s`
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
