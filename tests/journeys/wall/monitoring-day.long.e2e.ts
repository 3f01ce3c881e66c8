import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type CDPSession, expect, type Page } from '@playwright/test'
import { connect } from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { testWithProgram } from '../own-program.ts'
import { environmentPath, makeWorld, signIn } from '../world.ts'
import { anAudience, titleOf } from './wall-audience.ts'

/** Of the clocks of the browser and the server, which this test turns. */
const minutes = howMany('wall-minutes', { usual: 4, long: 10, release: 720 })
const stepSeconds = 5
/** They come together, as after a moment in which the server was busy: half a day would take hours otherwise. */
const stepsATurn = 3
const turnSeconds = stepsATurn * stepSeconds
const turnsAMinute = 60 / turnSeconds
/** A screen holds what it showed for a moment; what grows does so over the rest of the time, too. */
const warmUpShare = 1 / 3
const slackBytes = 2_000_000

let folder: string
let clockFile: string
const turnedClock = pathToFileURL(path.join(import.meta.dirname, 'turned-clock.mjs')).href
let engine: Awaited<ReturnType<typeof startClickHouse>>

const test = testWithProgram(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'playhead-wall-'))
  clockFile = path.join(folder, 'clock')
  writeFileSync(clockFile, '0')
  engine = await startClickHouse({ dataFolder: path.join(folder, 'clickhouse'), log: () => {} })
  return {
    CLICKHOUSE_URL: engine.url,
    NODE_OPTIONS: `--import ${turnedClock}`,
    TURNED_CLOCK: clockFile,
  }
})
test.afterAll(async () => {
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
})

const measure = async (session: CDPSession) => {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { bytes: usedSize, nodes, listeners: jsEventListeners }
}

const pill = (page: Page, text: string | RegExp) => page.locator('header').getByText(text)

/** Follows the newest whole step that the socket of the page has brought. */
const followSteps = (page: Page) => {
  let newest = 0
  let wake = () => {}
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const [, step] = /"step":(\d+),"is_early":false/.exec(String(payload)) ?? []
      newest = Math.max(newest, Number(step ?? 0))
      wake()
    }),
  )
  const next = () =>
    new Promise<true>((resolve) => {
      wake = () => resolve(true)
    })
  /** Whether it comes within this time. */
  return async (step: number, withinMs: number) => {
    const late = pause(withinMs, false)
    for (;;) {
      if (newest >= step) return true
      if (!(await Promise.race([late, next()]))) return newest >= step
    }
  }
}

test('a wall that is on for half a day takes no more memory, and outlives a server that was away', async ({
  page,
  program,
}) => {
  test.setTimeout(240_000 + minutes * 20_000)
  const world = await makeWorld({ command: program.command })
  await signIn(page, world.admin)
  await page.setViewportSize({ width: 1920, height: 1080 })
  const clickhouse = connect(engine.url)
  const watch = anAudience(clickhouse, world.environment)
  const hasStep = followSteps(page)

  const began = Math.floor(Date.now() / 5_000) * stepSeconds
  let newest = began
  let aheadMs = 0
  /** The server comes to the moment right after the next steps have ended, with their samples. */
  const turn = async () => {
    // A machine that stood still for longer than a turn has skipped some.
    const ended = Math.floor((Date.now() + aheadMs) / 5_000 - 1) * stepSeconds
    newest = Math.max(newest + turnSeconds, ended)
    const steps = Array.from({ length: stepsATurn }, (_, at) => newest - at * stepSeconds)
    await Promise.all(steps.map((step) => watch(step)))
    aheadMs = Math.max(aheadMs, (newest + stepSeconds) * 1_000 + 100 - Date.now())
    writeFileSync(clockFile, String(aheadMs))
  }
  await turn()
  await page.clock.install({ time: Date.now() + aheadMs })
  await page.goto(environmentPath(world, 'monitoring?wall=1'))
  await expect(page.getByRole('list', { name: 'Top titles' })).toBeVisible()
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return hasStep(newest, 0)
    })
    .toBe(true)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const session = await page.context().newCDPSession(page)

  const take = async () => {
    // The page draws the turn before while the server comes to the next one.
    await Promise.all([turn(), page.clock.runFor(turnSeconds * 1_000)])
    let isThere = await hasStep(newest, 500)
    // The page may be connecting again, which takes moments of its own clock.
    for (let looks = 0; !isThere && looks < 240; looks += 1) {
      await page.clock.runFor(100)
      isThere = await hasStep(newest, 500)
    }
    expect(isThere, `step ${newest - began}`).toBe(true)
  }
  const run = async (turns: number) => {
    for (let done = 0; done < turns; done += 1) await take()
    await page.clock.runFor(1_000)
  }

  const turns = minutes * turnsAMinute
  const turnsBefore = Math.round(turns * warmUpShare)
  await run(turnsBefore)
  const before = await measure(session)
  const hour = 60 * turnsAMinute
  for (let left = turns - turnsBefore - 2 * turnsAMinute; left > 0; left -= hour) {
    await run(Math.min(left, hour))
    const { bytes, nodes, listeners } = await measure(session)
    const hours = ((newest - began) / 3600).toFixed(1)
    console.log(`after ${hours} h: ${bytes} bytes, ${nodes} nodes, ${listeners} listeners`)
  }

  await program.kill()
  for (let away = 0; away < turnsAMinute; away += 1) await page.clock.runFor(turnSeconds * 1_000)
  await expect(pill(page, /Reconnecting · data of \d+ (s|min) ago/)).toBeVisible()
  await program.start()
  newest += 60
  await run(turnsAMinute)
  await expect(pill(page, 'Live')).toBeVisible()

  const after = await measure(session)
  console.log(`${minutes} minutes: ${JSON.stringify(before)} to ${JSON.stringify(after)}`)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  const title = page.getByRole('list', { name: 'Top titles' }).getByRole('listitem').first()
  await expect(title).toContainText(titleOf(newest, 13))
  expect(after.bytes - before.bytes).toBeLessThan(slackBytes)
  expect(after.nodes).toBeLessThan(before.nodes * 1.25)
  expect(after.listeners).toBeLessThan(before.listeners * 1.25)
  await clickhouse.close()
})
