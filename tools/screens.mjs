#!/usr/bin/env node
// Usage: node tools/screens.mjs [--only=NAME,…] [--watched-minutes=30] – screenshots of every screen of the built program, for docs/screens/.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { runServer } from '../bench/run-server.mjs'
import { enterPrices } from './screens/enter-prices.mjs'
import { fillDemo } from './screens/fill-demo.mjs'
import { signInStaff } from './screens/sign-in-staff.mjs'
import { fileOf, galleryPage, themesOf } from './screens/gallery-page.mjs'
import { groups } from './screens/places.mjs'
import { takePicture, writeWebp } from './screens/take-picture.mjs'
import { buildProgram } from './setup/build-program.mjs'
import { runProgram, Stop } from './setup/stop.mjs'
import { findChromium } from './setup/system-tools.mjs'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'docs/screens')
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const chosen = only?.split(',')
const watchedMinutes = Number(
  process.argv.find((word) => word.startsWith('--watched-minutes='))?.split('=')[1] ?? 0,
)

await runProgram(async () => {
  await buildProgram(root)
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'playhead-screens-'))
  const server = await runServer(['build/server/main.js'], {
    cwd: root,
    dataFolder,
    env: { PLAYHEAD_DEMO: '1', PLAYHEAD_DEMO_LIVE: '1', NODE_ENV: 'production' },
  })
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
    ],
  })
  try {
    const startedAt = Date.now()
    const demo = await fillDemo(server.origin)
    // The charts of monitoring show half an hour.
    await pause(Math.max(0, startedAt + watchedMinutes * 60_000 - Date.now()))
    const staffState = await signInStaff({ root, dataFolder, origin: server.origin }, demo)
    await enterPrices({ root, dataFolder, origin: server.origin }, { ...demo, staffState })
    const failures = await takeAll(browser, server.origin, { ...demo, staffState })
    if (failures.length > 0) throw new Stop(`Not taken:\n${failures.join('\n')}`)
    if (!chosen) tidy()
    writeFileSync(path.join(folder, 'README.md'), galleryPage(groups))
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
})

async function takeAll(browser, origin, demo) {
  mkdirSync(folder, { recursive: true })
  const failures = []
  for (const place of groups.flatMap((group) => group.places)) {
    if (chosen && !chosen.includes(place.name)) continue
    for (const [size, viewport] of Object.entries(sizes)) {
      if (size === 'narrow' && !place.isAlsoNarrow) continue
      const context = await browser.newContext({
        viewport,
        reducedMotion: 'reduce',
        timezoneId: 'UTC',
        locale: 'en-US',
        baseURL: origin,
        ...(!place.isSignedOut && {
          storageState: place.isOfStaff ? demo.staffState : demo.storageState,
        }),
      })
      try {
        const page = await context.newPage()
        for await (const [theme, png] of takePicture(page, place, demo))
          await writeWebp(browser, png, path.join(folder, fileOf(place, size, theme)))
      } catch (error) {
        failures.push(`${place.name}, ${size}: ${error.message}`)
      } finally {
        await context.close()
      }
    }
    console.log(place.name)
  }
  return failures
}

/** Deletes screenshots of screens that no longer exist. */
function tidy() {
  const kept = new Set(
    groups.flatMap(({ places }) =>
      places.flatMap((place) =>
        themesOf(place).flatMap((theme) => [
          fileOf(place, 'wide', theme),
          ...(place.isAlsoNarrow ? [fileOf(place, 'narrow', theme)] : []),
        ]),
      ),
    ),
  )
  for (const file of readdirSync(folder))
    if (file.endsWith('.webp') && !kept.has(file)) rmSync(path.join(folder, file))
}
