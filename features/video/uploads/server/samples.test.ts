import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { mountSamples, sampleFile } from './samples.ts'

const { app } = await startTestApp([])
const web = new Hono()
mountSamples(web, app)

test('UPLD-015 the demo is a clip that this server makes, once, and gives to anybody', async () => {
  const [first, second] = await Promise.all([
    web.request('/samples/demo.mp4'),
    web.request('/samples/demo.mp4'),
  ])
  expect(first.status).toBe(200)
  expect(first.headers.get('content-type')).toBe('video/mp4')
  const bytes = Buffer.from(await first.arrayBuffer())
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
  expect(String(bytes.length)).toBe(first.headers.get('content-length'))
  expect(bytes.equals(Buffer.from(await second.arrayBuffer()))).toBe(true)
  const file = await sampleFile(app, `${app.settings.publicUrl}/samples/demo.mp4`)
  expect(bytes.equals(await readFile(file ?? ''))).toBe(true)
})

test('other names and other hosts have no sample', async () => {
  expect((await web.request('/samples/other.mp4')).status).toBe(404)
  expect((await web.request('/samples/..%2fkeys')).status).toBe(404)
  expect((await web.request('/samples/constructor')).status).toBe(404)
  const { publicUrl } = app.settings
  for (const address of [
    'https://example.com/samples/demo.mp4',
    `${publicUrl}/samples/other.mp4`,
    `${publicUrl}/samples/demo.mp4/more`,
    'no address',
  ])
    expect(await sampleFile(app, address), address).toBeUndefined()
})
