import { writeFileSync } from 'node:fs'
import { themesOf } from './gallery-page.mjs'

const readyWithinMs = 30_000
/** Sharp enough for text, at a third of the size of a PNG. */
const quality = 0.86

/** Opens a place once and shows it in every theme; yields PNGs. */
export const takePicture = async function* (page, place, demo) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  page.setDefaultTimeout(readyWithinMs)
  await page.goto(place.address(demo))
  await quiet(page, place)
  if (place.open) {
    await place.open(page, demo)
    await quiet(page, place)
  }
  for (const theme of themesOf(place)) {
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' })
    await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' })
    await still(page)
    yield [theme, await page.screenshot({ animations: 'disabled', caret: 'hide' })]
  }
}

async function quiet(page, { isBusyForever = false, hasPlayer = false }) {
  await page.locator('h1').first().waitFor()
  // A player loads for as long as the page is open.
  await (hasPlayer ? shown(page) : page.waitForLoadState('networkidle'))
  if (!isBusyForever)
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .ph-skeleton'))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await still(page)
}

function shown(page) {
  return page.waitForFunction(() => {
    const inside = (root) =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        ...(element instanceof HTMLVideoElement ? [element] : []),
        ...(element.shadowRoot ? inside(element.shadowRoot) : []),
      ])
    const players = inside(document)
    return players.length > 0 && players.every(({ readyState }) => readyState >= 2)
  })
}

function still(page) {
  return page.waitForFunction(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(document.getAnimations().length === 0)),
        )
      }),
  )
}

/** Encodes in the browser, which includes a WebP encoder. */
export const writeWebp = async (browser, png, file) => {
  const page = await browser.newPage()
  try {
    const encoded = await page.evaluate(
      async ([source, share]) => {
        const picture = await createImageBitmap(await (await fetch(source)).blob())
        const canvas = new OffscreenCanvas(picture.width, picture.height)
        canvas.getContext('2d').drawImage(picture, 0, 0)
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: share })
        const bytes = new Uint8Array(await blob.arrayBuffer())
        return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
      },
      [`data:image/png;base64,${png.toString('base64')}`, quality],
    )
    writeFileSync(file, Buffer.from(encoded, 'base64'))
  } finally {
    await page.close()
  }
}
