import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Opens a page in a fresh tab: bytes of script it needed, packed as on disk, and its largest paint. */
export async function measurePage(context, url, { dashboard, ready }) {
  const page = await context.newPage()
  const scripts = new Set()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.add(new URL(response.url()).pathname)
  })
  await page.goto(url)
  await ready(page).waitFor()
  await page.waitForLoadState('networkidle')
  const paintMs = await page.evaluate(largestPaint)
  await page.close()
  return { paintMs, ...packedSizes([...scripts], dashboard) }
}

function packedSizes(scripts, dashboard) {
  const size = (file) => readFileSync(path.join(dashboard, file)).length
  const sum = (ending) => scripts.reduce((total, file) => total + size(`${file}${ending}`), 0)
  return { files: scripts.length, gzipBytes: sum('.gz'), brotliBytes: sum('.br') }
}

function largestPaint() {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
