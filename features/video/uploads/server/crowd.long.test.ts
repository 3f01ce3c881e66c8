import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { uploadsServer } from './index.ts'
import { sendUnfinishedPart, sendBytes, startUploadServer } from './testing-uploads.ts'

const { app, call, database } = await startTestApp([assetsServer, uploadsServer])
const make = aFactory(database)
const { origin } = await startUploadServer(app)
const file = randomBytes(10_000)

const uploaderOf = async () => {
  const { environment } = await make.world()
  const token = await make.accessToken(environment, ['video:read', 'video:write'])
  const create = async () => {
    const { body } = await call('/video/v1/uploads', { token, body: { cors_origin: '*' } })
    return origin + new URL(body.data.url).pathname
  }
  /** Sends half of a file and then stalls. */
  const begin = async () => {
    const url = await create()
    const headers = { 'content-range': 'bytes 0-9999/10000', 'content-length': 10_000 }
    const part = await sendUnfinishedPart(url, headers, file.subarray(0, 5_000))
    onTestFinished(() => void part.leave())
    return { ...part, url }
  }
  return { create, begin }
}

test('an environment that sends very many files leaves room for two others, and goes on where it was', async () => {
  const [greedy, modest, late] = [await uploaderOf(), await uploaderOf(), await uploaderOf()]
  const many: Awaited<ReturnType<typeof greedy.begin>>[] = []
  for (let at = 0; at < 230; at += 1) many.push(await greedy.begin())
  // A client that is refused in the middle of a file gets some seconds to send the rest of it.
  const answered = () => many.filter(({ answer }) => answer() !== '').length
  await expect.poll(answered).toBe(6)
  const [refused] = many.filter(({ answer }) => answer() !== '')
  expect(refused?.answer()).toMatch(/^HTTP\/1\.1 503 .*\r\n(.*\r\n)*retry-after: 1\r\n/i)

  const some: typeof many = []
  for (let at = 0; at < 40; at += 1) some.push(await modest.begin())
  await expect.poll(answered).toBe(6 + 8)
  expect(some.filter(({ answer }) => answer() !== '')).toEqual([])
  expect((await sendBytes(await late.create(), { body: file })).status).toBe(200)

  const told = many.findLast(({ answer }) => answer().includes('busy with other uploads'))
  for (const { leave } of [...many, ...some]) leave()
  await expect
    .poll(async () => (await sendBytes(told!.url, { range: 'bytes */10000' })).range)
    .toBe('bytes=0-4999')
  const rest = { range: 'bytes 5000-9999/10000', body: file.subarray(5_000) }
  expect((await sendBytes(told!.url, rest)).status).toBe(200)
})
