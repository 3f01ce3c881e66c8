import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, type Locator, type Page, type Request, test } from '@playwright/test'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { expectAccessible } from '../../../../tests/journeys/expect-accessible.ts'
import { environmentPath, makeWorld, signIn, type World } from '../../../../tests/journeys/world.ts'

test.describe.configure({ timeout: 420_000 })

const picture = (size: string, seconds: number) =>
  `-f lavfi -i testsrc2=size=${size}:rate=25:duration=${seconds} -f lavfi -i sine=frequency=330:duration=${seconds}`
const playable = '-c:v libx264 -preset ultrafast -g 25 -c:a aac'

const clip = (seconds: number) => makeClip(`${picture('320x180', seconds)} ${playable}`)

interface Given {
  name: string
  mimeType: string
  buffer: Buffer
}

const asFile = async (name: string, path: string, mimeType = 'video/mp4'): Promise<Given> => ({
  name,
  mimeType,
  buffer: await readFile(path),
})

const open = async (page: Page, rest = 'settings/access-tokens#create-asset') => {
  const world = await makeWorld()
  await signIn(page, world.admin)
  await page.goto(environmentPath(world, rest))
  return world
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Uploads' })
const press = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const panel = (page: Page) => page.getByRole('region', { name: /^Uploads/ })
const row = (page: Page, title: string) =>
  panel(page).getByRole('listitem').filter({ hasText: title })
const choose = (page: Page, ...files: Given[]) =>
  dialog(page).getByLabel('Video and audio files').setInputFiles(files)

const drop = async (page: Page, files: Given[]) => {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    text: buffer.toString('base64'),
  }))
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer()
    for (const { name, mimeType, text } of list) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: mimeType }))
    }
    return data
  }, given)
  const zone = dialog(page).getByText('Drag and drop video or audio files here')
  await zone.dispatchEvent('drop', { dataTransfer: transfer })
}

/** Limits the bytes per second of the browser; otherwise the upload ends before the test can see it. */
const slowDown = async (page: Page) => {
  const network = await page.context().newCDPSession(page)
  const at = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  return { slow: (bytes: number) => at(bytes), fast: () => at(-1) }
}

const assetsOf = async (page: Page, world: World) => {
  const answer = await page.request.get('/video/v1/assets?limit=25', {
    headers: {
      'x-requested-with': 'playhead',
      'x-organization-id': world.organization.id,
      'x-environment-id': world.environment.id,
    },
  })
  return ((await answer.json()) as { data: Record<string, unknown>[] }).data
}

const ready = (one: Locator) => expect(one).toContainText('Asset ready!', { timeout: 60_000 })

test('UPLD-001 UPLD-002 UPLD-003 the hash opens the dialog at 90 % of the height, closing clears it, and back opens it again', async ({
  page,
}) => {
  const world = await open(page, 'settings/access-tokens')
  await expect(page.getByRole('heading', { name: 'Access Tokens' }).first()).toBeVisible()
  await page.evaluate(() => {
    globalThis.location.hash = '#create-asset'
  })
  await expect(dialog(page)).toBeVisible()
  const box = await page.locator('.ph-tall').boundingBox()
  expect(Math.round(((box?.height ?? 0) / 900) * 100)).toBe(90)
  await press(page, 'Close')
  await expect(dialog(page)).toBeHidden()
  expect(new URL(page.url()).hash).toBe('')
  expect(page.url()).toContain(environmentPath(world, 'settings/access-tokens'))
  await page.goto(`${environmentPath(world, 'settings/access-tokens')}#create-asset`)
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('UPLD-048 UPLD-053 UPLD-054 UPLD-055 UPLD-074 UPLD-079 UPLD-080 three dropped files and an address: paused, resumed, cancelled, retried, ready', async ({
  page,
}) => {
  const world = await open(page)
  const network = await slowDown(page)
  const [one, two, three] = await Promise.all([clip(2), clip(3), clip(4)])
  await drop(page, [
    await asFile('one.mp4', one),
    await asFile('two.mp4', two),
    await asFile('three.mp4', three),
  ])
  await press(page, 'Try Demo URL')
  await press(page, 'Select')
  await expect(dialog(page)).toContainText('4 selected')
  await press(page, 'Next')
  await expect(
    dialog(page).getByRole('list', { name: 'Selected uploads' }).locator('img'),
  ).toHaveCount(3)
  await expectAccessible(page, 'the details of several uploads')
  await press(page, 'Next')
  await network.slow(40_000)
  await press(page, 'Start Uploads')
  await expect(page).toHaveURL(new RegExp(`${environmentPath(world, 'video/assets')}$`))
  await expect(row(page, 'one')).toContainText(/Uploading\.\.\. \d+%/)
  await row(page, 'one').getByRole('button', { name: 'Pause one' }).click()
  await expect(row(page, 'one')).toContainText('Upload paused')
  await row(page, 'one').getByRole('button', { name: 'Resume one' }).click()
  await row(page, 'two').getByRole('button', { name: 'Cancel two' }).click()
  await expect(row(page, 'two')).toContainText('Upload cancelled')
  await network.fast()
  await panel(page)
    .getByRole('tab', { name: /Failed/ })
    .click()
  await row(page, 'two').getByRole('button', { name: 'Retry two' }).click()
  await panel(page).getByRole('tab', { name: /All/ }).click()
  for (const title of ['one', 'two', 'three', 'demo']) await ready(row(page, title))
  await expect(panel(page).getByRole('tab', { name: /Uploaded/ })).toContainText('4')
  await expect(row(page, 'one')).toContainText('320×180 · h264 · aac')
  const watch = await row(page, 'one')
    .getByRole('link', { name: /Watch Page/ })
    .getAttribute('href')
  expect((await page.request.get(watch ?? '')).status()).toBe(200)
  await expectAccessible(page, 'the panel of uploads')
  const assets = await assetsOf(page, world)
  expect(assets.map(({ meta }) => (meta as { title: string }).title).toSorted()).toEqual([
    'demo',
    'one',
    'three',
    'two',
  ])
})

if (isLongRun())
  test('UPLD-053 UPLD-062 parts of 30720 KiB follow each other one by one, however often one pauses and resumes', async ({
    page,
  }) => {
    await open(page)
    const network = await slowDown(page)
    const small = await readFile(await clip(2))
    const rest = Buffer.alloc(66_000_000)
    rest.writeUInt32BE(rest.length, 0)
    rest.write('free', 4)
    const film = Buffer.concat([small, rest])
    const sent: string[] = []
    let underWay = 0
    let most = 0
    page.on('request', (request) => {
      if (request.method() !== 'PUT' || !request.url().includes('/uploads/')) return
      sent.push(request.headers()['content-range'] ?? '')
      underWay += 1
      most = Math.max(most, underWay)
    })
    const over = (request: Request) => {
      if (request.method() === 'PUT' && request.url().includes('/uploads/')) underWay -= 1
    }
    page.on('requestfinished', over)
    page.on('requestfailed', over)
    const path = `${test.info().outputPath()}-large.mp4`
    await writeFile(path, film)
    await dialog(page).getByLabel('Video and audio files').setInputFiles(path)
    await press(page, 'Next')
    await press(page, 'Next')
    await network.slow(4_000_000)
    await press(page, 'Start Upload')
    const title = basename(path, '.mp4')
    for (let time = 0; time < 3; time++) {
      await row(page, title)
        .getByRole('button', { name: /^Pause/ })
        .click()
      await row(page, title)
        .getByRole('button', { name: /^Resume/ })
        .click()
    }
    await network.fast()
    await ready(row(page, title))
    const part = 30_720 * 1024
    expect(sent).toEqual([
      `bytes 0-${part - 1}/${film.length}`,
      `bytes ${part}-${2 * part - 1}/${film.length}`,
      `bytes ${2 * part}-${film.length - 1}/${film.length}`,
    ])
    expect(most).toBe(1)
  })

const editorOf = (page: Page) => dialog(page).locator('.cm-content')
const write = async (page: Page, text: string) => {
  await editorOf(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

if (isLongRun())
  test('UPLD-038 UPLD-039 UPLD-040 UPLD-041 settings are written as JSON, reset, lost after a question, and kept', async ({
    page,
  }) => {
    const world = await open(page)
    await choose(page, await asFile('launch.mp4', await clip(2)))
    await press(page, 'Next')
    await press(page, 'Next')
    const tab = (name: string) => dialog(page).getByRole('tab', { name })
    await dialog(page).getByText('Signed', { exact: true }).click()
    await tab('Advanced').click()
    await expect(editorOf(page)).toContainText('"signed"')
    await expect(editorOf(page)).toContainText('"title": "launch"')
    await write(page, '{"passthrough": ')
    await expect(dialog(page).getByRole('alert')).toContainText('JSON')
    await expect(dialog(page).getByRole('button', { name: 'Start Upload' })).toBeDisabled()
    await expectAccessible(page, 'the JSON editor with an error')
    await press(page, 'Reset')
    await expect(dialog(page).getByRole('alert')).toBeHidden()
    await expect(editorOf(page)).toContainText('"signed"')
    await write(page, '{"passthrough": "lost"}')
    await tab('Basic').click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(
      "Are you sure you want to switch to basic settings? Any changes you've made to advanced settings will be lost.",
    )
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(editorOf(page)).toContainText('lost')
    await tab('Basic').click()
    await question.getByRole('button', { name: 'Switch' }).click()
    await expect(dialog(page).getByRole('radio', { name: 'Signed' })).toBeChecked()
    await tab('Advanced').click()
    await write(
      page,
      '{"passthrough": "kept", "playback_policies": ["public", "signed"], "meta": {"title": "Written", "external_id": "x-7"}}',
    )
    await press(page, 'Back')
    await expect(dialog(page).getByLabel('Title')).toHaveValue('Written')
    await dialog(page).getByLabel('Creator ID').fill('mira')
    await press(page, 'Next')
    await expect(editorOf(page)).toContainText('"creator_id": "mira"')
    await press(page, 'Start Upload')
    await ready(row(page, 'Written'))
    const [asset] = await assetsOf(page, world)
    expect(asset).toMatchObject({
      passthrough: 'kept',
      meta: { title: 'Written', creator_id: 'mira', external_id: 'x-7' },
      playback_ids: [{ policy: 'public' }, { policy: 'signed' }],
    })
  })

test('UPLD-010 UPLD-058 UPLD-072 UPLD-075 UPLD-077 errors appear beside their cause', async ({
  page,
}) => {
  await open(page)
  await drop(page, [{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }])
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Unsupported file(s). Only video and audio files are allowed.',
  )
  await expectAccessible(page, 'the dialog with an unsupported file')
  await press(page, 'Try Again')
  await page.route('**/uploads/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 507,
          json: { error: { type: 'no_space', messages: ['The disk is full.'] } },
        })
      : route.fallback(),
  )
  await choose(page, {
    name: 'garbage.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('not a film at all, only words '.repeat(100)),
  })
  await press(page, 'Next')
  await press(page, 'Next')
  await press(page, 'Start Upload')
  await expect(row(page, 'garbage')).toContainText('The disk is full.')
  await page.unrouteAll()
  await row(page, 'garbage').getByRole('button', { name: 'Retry garbage' }).click()
  await expect(row(page, 'garbage')).toContainText('This is not a video or audio file.', {
    timeout: 60_000,
  })
  await row(page, 'garbage').getByRole('button', { name: 'Remove garbage' }).click()
  await expect(panel(page)).toBeHidden()
})

if (isLongRun())
  test('UPLD-026 UPLD-027 UPLD-028 UPLD-030 a file that the browser cannot play is shown by a test asset, which goes with the dialog', async ({
    page,
  }) => {
    const world = await open(page)
    await choose(page, await asFile('small.mp4', await clip(4)))
    await press(page, 'Next')
    await expect(dialog(page).getByLabel('Preview')).toHaveAttribute('poster', /^blob:/)
    await press(page, 'Back')
    const other = await makeClip(`${picture('320x180', 2)} -c:v mpeg2video -c:a mp2`, 'mkv')
    await choose(page, await asFile('old.mkv', other, 'video/x-matroska'))
    await press(page, 'Next')
    await expect(dialog(page)).toContainText('Video preview could not be played in your browser.')
    await expectAccessible(page, 'a preview that could not be played')
    await press(page, 'Create a test asset to preview')
    await expect(dialog(page).locator('media-controller')).toBeVisible({ timeout: 60_000 })
    expect(await assetsOf(page, world)).toMatchObject([
      { test: true, playback_ids: [{ policy: 'public' }] },
    ])
    await press(page, 'Close')
    await expect.poll(() => assetsOf(page, world)).toEqual([])
  })

/** The colour in the middle of the picture, and its width. */
const pictureOf = (picture: Locator) =>
  picture.evaluate(async (element) => {
    const image = new Image()
    image.src = element.getAttribute('poster') ?? element.getAttribute('src') ?? ''
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const [red = 0, , blue = 0] = context.getImageData(image.width / 2, image.height / 2, 1, 1).data
    return { width: image.width, shows: red > blue ? 'red' : 'blue' }
  })

if (isLongRun())
  test('UPLD-083 a row of the panel shows the file at 5 s, its preview at 3 s, as jpg of quality 80 and at most 1280 wide', async ({
    page,
  }) => {
    // A test cannot read the type and quality from the finished picture, so it records the call.
    await page.addInitScript(() => {
      const made: unknown[] = []
      Object.assign(globalThis, { made })
      const { prototype } = HTMLCanvasElement
      prototype.toBlob = new Proxy(Reflect.get(prototype, 'toBlob'), {
        apply: (toBlob, canvas: HTMLCanvasElement, given: [BlobCallback, string, number]) => {
          made.push({ type: given[1], quality: given[2] })
          Reflect.apply(toBlob, canvas, given)
        },
      })
    })
    await open(page)
    const half = (colour: string) =>
      `-f lavfi -i color=c=${colour}:size=1920x1080:rate=25:duration=4`
    const filter = '-filter_complex [0:v][1:v]concat=n=2:v=1[v] -map [v]'
    const path = await makeClip(
      `${half('red')} ${half('blue')} ${filter} -c:v libx264 -preset ultrafast -g 25`,
    )
    await choose(page, await asFile('halves.mp4', path))
    await press(page, 'Next')
    const preview = dialog(page).getByLabel('Preview')
    await expect(preview).toHaveAttribute('poster', /^blob:/)
    expect(await pictureOf(preview)).toEqual({ width: 1280, shows: 'red' })
    await press(page, 'Next')
    await press(page, 'Start Upload')
    const thumbnail = row(page, 'halves').locator('img')
    await expect(thumbnail).toHaveAttribute('src', /^blob:/)
    expect(await pictureOf(thumbnail)).toEqual({ width: 1280, shows: 'blue' })
    const made = await page.evaluate(() => (globalThis as unknown as { made: unknown[] }).made)
    expect(made.length).toBeGreaterThan(1)
    for (const one of made) expect(one).toEqual({ type: 'image/jpeg', quality: 0.8 })
  })

/** The buttons of the page that lie below something else although they were scrolled to. */
const coveredButtons = (page: Page) =>
  page.locator('main').evaluate((main) => {
    globalThis.scrollTo(0, document.documentElement.scrollHeight)
    const shown = [...main.querySelectorAll('button, a[href]')].filter((one) =>
      one.checkVisibility(),
    )
    return shown
      .filter((button) => {
        button.scrollIntoView({ block: 'nearest' })
        const { left, top, width, height } = button.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return hit !== null && hit.closest('.upload-panel') !== null
      })
      .map(({ textContent }) => textContent)
  })

if (isLongRun())
  test('UPLD-044 UPLD-064 uploads go on while one looks around, and the page asks before it is left', async ({
    page,
  }) => {
    const world = await open(page)
    const network = await slowDown(page)
    await choose(page, await asFile('slow.mp4', await clip(4)))
    await press(page, 'Next')
    await press(page, 'Next')
    // It must not be over when the page is left, however long the way there takes.
    await network.slow(4_000)
    await press(page, 'Start Upload')
    await expect(row(page, 'slow')).toContainText('Uploading...')
    const box = await page.locator('.upload-panel').boundingBox()
    expect(box?.width).toBe(480)
    expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(1440 - 15)
    await page.getByRole('link', { name: 'Metrics' }).click()
    await expect(page).toHaveURL(/\/metrics/)
    await expect(row(page, 'slow')).toContainText('Uploading...')
    for (const place of ['account/profile', 'account/organization', 'settings/webhooks']) {
      await page.evaluate((to) => history.pushState({}, '', to), environmentPath(world, place))
      await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
      await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
      expect(await coveredButtons(page), place).toEqual([])
    }
    const asked = page.waitForEvent('dialog')
    const leaving = page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await leaving
    await network.fast()
    await ready(row(page, 'slow'))
    expect(await assetsOf(page, world)).toHaveLength(1)
  })

if (isLongRun())
  test('after a reload in mid-upload the same file goes on where the server stands, and another one is refused', async ({
    page,
  }) => {
    const world = await open(page)
    const network = await slowDown(page)
    const rest = Buffer.alloc(120_000_000)
    rest.writeUInt32BE(rest.length, 0)
    rest.write('free', 4)
    const path = test.info().outputPath('long.mp4')
    await writeFile(path, Buffer.concat([await readFile(await clip(2)), rest]))
    const other = test.info().outputPath('other.mp4')
    await writeFile(other, await readFile(await clip(3)))
    await dialog(page).getByLabel('Video and audio files').setInputFiles(path)
    await press(page, 'Next')
    await press(page, 'Next')
    await network.slow(8_000_000)
    const first = page.waitForResponse((response) => response.status() === 308)
    await press(page, 'Start Upload')
    await first
    await network.slow(200_000)
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    const unfinished = panel(page).getByRole('list', { name: 'Unfinished uploads' })
    await expect(unfinished).toContainText(/Stopped at \d+%\. Choose “long\.mp4” again to go on\./)
    await expectAccessible(page, 'an unfinished upload')
    expect(await coveredButtons(page)).toEqual([])
    await unfinished.getByLabel('File of long').setInputFiles(other)
    await expect(unfinished.getByRole('alert')).toContainText('“other.mp4” is another file.')
    await network.fast()
    const ranges: string[] = []
    page.on('request', (request) => {
      const range = request.headers()['content-range'] ?? ''
      // A question where the server stands names no bytes.
      if (/^bytes \d/.test(range)) ranges.push(range)
    })
    await unfinished.getByLabel('File of long').setInputFiles(path)
    await ready(row(page, 'long'))
    const start = Number(/^bytes (\d+)-/.exec(ranges[0] ?? '')?.[1])
    // The first part was whole before the reload.
    expect(start).toBeGreaterThanOrEqual(30_720 * 1024)
    expect(await assetsOf(page, world)).toHaveLength(1)
    await page.reload()
    await expect(page.getByRole('main')).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
  })

if (isLongRun())
  test('the dialog and the panel fit a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page)
    await choose(page, await asFile('phone.mp4', await clip(2)))
    await expectAccessible(page, 'the dialog on a phone')
    await press(page, 'Next')
    await press(page, 'Next')
    await expectAccessible(page, 'the settings on a phone')
    await press(page, 'Start Upload')
    await ready(row(page, 'phone'))
    const box = await page.locator('.upload-panel').boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390).toBe(true)
  })
