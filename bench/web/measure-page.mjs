import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Opens a page in a fresh tab: bytes of script (compressed as on disk) until it was ready and until it was idle,
 * its largest contentful paint and its layout shift.
 */
export const measurePage = async (context, url, { dashboard, ready }) => {
  const page = await context.newPage()
  const scripts = new Set()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.add(new URL(response.url()).pathname)
  })
  await page.addInitScript(watchPage)
  await page.goto(url)
  await ready(page).waitFor()
  const needed = packedSizes([...scripts], dashboard)
  await page.waitForLoadState('networkidle')
  const { paintMs, shift } = await page.evaluate(() => globalThis.watched)
  await page.close()
  return { paintMs, shift, ...needed, allGzipBytes: packedSizes([...scripts], dashboard).gzipBytes }
}

function packedSizes(scripts, dashboard) {
  const size = (file) => readFileSync(path.join(dashboard, file)).length
  const sum = (ending) => scripts.reduce((total, file) => total + size(`${file}${ending}`), 0)
  return { files: scripts.length, gzipBytes: sum('.gz'), brotliBytes: sum('.br') }
}

/** Runs in the page before any other script. */
function watchPage() {
  globalThis.watched = { paintMs: 0, shift: 0 }
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    })
  watch('largest-contentful-paint', ({ startTime }) => (globalThis.watched.paintMs = startTime))
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) globalThis.watched.shift += value
  })
}

export const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
