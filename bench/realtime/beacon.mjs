#!/usr/bin/env node
// Usage: node bench/realtime/beacon.mjs [--waves=8] – from the first beacon of a view until its title is on the screen of a browser.
import { chromium } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildProgram } from '../../tools/setup/build-program.mjs'
import { findChromium } from '../../tools/setup/system-tools.mjs'
import { makePerson, runOperator } from '../make-person.mjs'
import { runServer } from '../run-server.mjs'
import { writeSection } from '../write-results.mjs'

const root = path.join(import.meta.dirname, '../..')
const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-bench-'))
const given = process.argv.find((argument) => argument.startsWith('--waves='))
const waves = Number(given?.slice('--waves='.length) ?? 8)
/** The list of top titles has six, and one stays. */
const viewsOfWave = 5
const viewsAlone = 12
const stepMs = 5_000
/** Samples are written this often. */
const halfStepMs = stepMs / 2

await buildProgram(root)
const server = await runServer(['build/server/main.js'], {
  cwd: root,
  dataFolder,
  env: { PLAYHEAD_DEMO: '0' },
})
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const delays = { among: [], alone: [] }
try {
  const person = await makePerson(root, dataFolder)
  const of = ['--environment', person.environment.id, '--permissions', 'data:read']
  const token = await runOperator(root, dataFolder, ['token', 'create', ...of])
  const page = await openMonitoring(person)
  const makeView = () => ({
    id: randomUUID(),
    player: randomUUID(),
    title: `Title ${randomUUID().slice(0, 8)}`,
    environmentKey: token.environment_key,
    sequence: 0,
  })
  for (let round = 0; round < viewsAlone; round += 1)
    delays.alone.push(...(await measureViews(page, [makeView()], 0)))
  const steady = makeView()
  await startView(steady)
  for (let wave = 0; wave < waves; wave += 1) {
    const views = Array.from({ length: viewsOfWave }, makeView)
    delays.among.push(...(await measureViews(page, views, 1)))
    await send([event(steady, 'hb')])
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataFolder, { recursive: true, force: true })
}
const rows = [
  ['While others watch', figures(delays.among.map(({ whole }) => whole))],
  ['Of it after the end of the half step', figures(delays.among.map(({ afterHalf }) => afterHalf))],
  ['One view at a time', figures(delays.alone.map(({ whole }) => whole))],
  ['Of it after the end of the half step', figures(delays.alone.map(({ afterHalf }) => afterHalf))],
]
writeSection(
  root,
  'realtime',
  'From a beacon to the screen',
  rows,
  `${delays.among.length} and ${delays.alone.length} views that begin at any moment of a step; Chromium shows the overview on the same machine. From the moment the first beacon is sent until the title of the view is drawn. Samples are written at the end of each half step, so a view waits up to 2.5 s for it.`,
)

function figures(times) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => `${(sorted[Math.ceil(times.length * share) - 1] / 1000).toFixed(2)} s`
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, at most ${at(1)}`
}

async function openMonitoring({ email, password, organization, environment }) {
  const context = await browser.newContext({ baseURL: server.origin })
  const answer = await context.request.post('/ui/v1/session', {
    headers: { 'x-requested-with': 'playhead' },
    data: { session: { email, password } },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  const page = await context.newPage()
  await page.addInitScript(noteTitles)
  await page.goto(`/organizations/${organization.id}/environments/${environment.id}/monitoring`)
  await page.getByText('Nobody is watching right now.').waitFor()
  return page
}

/** Runs in the page: when each title was drawn for the first time. */
function noteTitles() {
  globalThis.drawnAt = {}
  new MutationObserver(() =>
    requestAnimationFrame(() => {
      for (const { title } of document.querySelectorAll('[aria-label="Top titles"] [title]'))
        globalThis.drawnAt[title] ??= Date.now()
    }),
  ).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Views that begin spread over a step, are seen, and end; `others` stay on the screen. */
async function measureViews(page, views, others) {
  await Promise.all(
    views.map(async (view, place) => {
      await pause(((place + Math.random()) * stepMs) / views.length)
      await startView(view)
    }),
  )
  await page.waitForFunction(
    (titles) => titles.every((title) => globalThis.drawnAt[title] !== undefined),
    views.map(({ title }) => title),
    { timeout: 60_000 },
  )
  const drawnAt = await page.evaluate(() => globalThis.drawnAt)
  await Promise.all(views.map((view) => send([event(view, 'viewend')])))
  await page.waitForFunction(
    (most) => document.querySelectorAll('[aria-label="Top titles"] [title]').length <= most,
    others,
    { timeout: 60_000 },
  )
  return views.map(({ title, startedAt }) => ({
    whole: drawnAt[title] - startedAt,
    afterHalf: drawnAt[title] - Math.ceil(startedAt / halfStepMs) * halfStepMs,
  }))
}

async function startView(view) {
  view.startedAt = Date.now()
  await send([begin(view), event(view, 'play'), event(view, 'playing', { xtitofifr: 400 })])
}

/** As mux-embed writes it: compressed keys, unchanged fields left out. */
function event(view, name, fields = {}) {
  view.sequence += 1
  const now = Date.now()
  return {
    ake: view.environmentKey,
    e: name,
    xid: view.id,
    xsqno: view.sequence,
    psqno: view.sequence,
    pinid: view.player,
    uti: now,
    pphti: now - view.startedAt,
    xpntimscv: now - view.startedAt,
    ...fields,
  }
}

function begin(view) {
  return event(view, 'viewstart', {
    mem: 'mux-embed',
    memve: '5.19.0',
    mvrid: randomUUID(),
    sid: randomUUID(),
    sst: view.startedAt,
    xst: view.startedAt,
    pnm: 'Bench player',
    vtt: view.title,
    vsmty: 'on-demand',
    vsodu: 600_000,
  })
}

async function send(events) {
  const answer = await fetch(`${server.origin}/`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({
      metadata: { transmission_timestamp: Date.now(), rtt_ms: 20 },
      events,
    }),
  })
  if (answer.status !== 200) throw new Error(`A beacon was answered with ${answer.status}.`)
}
