import { readdir, readFile, readlink } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { type DashboardSession, signInToDemo } from '../process/dashboard-session.ts'
import { processesOf, startProgram, temporaryFolder, until } from '../process/running-program.ts'

const { folder, remove } = await temporaryFolder()
const files = await startFileServer()
afterAll(async () => {
  await files.close()
  await remove()
})

const settings = { PLAYHEAD_DATA: folder, PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' }
const roles = 'api,collector,realtime,scheduler'
let cookie: string | undefined

const start = async (more: Record<string, string> = {}) => {
  const program = await startProgram({ ...settings, ...more })
  const session = await signInToDemo(program, cookie)
  cookie = session.cookie
  return { program, session }
}

interface Asset {
  status: string
  duration?: number
  progress: { progress: number }
}

const create = async (session: DashboardSession, url: string) => {
  const answer = await session.call('POST', '/video/v1/assets', {
    inputs: [{ url }],
    video_quality: 'plus',
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return ((await answer.json()) as { data: { id: string } }).data.id
}

const retrieve = async (session: DashboardSession, id: string) => {
  const answer = await session.call('GET', `/video/v1/assets/${id}`)
  return ((await answer.json()) as { data: Asset }).data
}

/** Processes that work on media run in a job folder. */
const workersOfMedia = async () => {
  const found: string[] = []
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const place = await readlink(`/proc/${id}/cwd`).catch(() => '')
    if (place.startsWith(`${folder}/work`)) found.push(id)
  }
  return found
}

const filesBelow = async (name: string) =>
  (
    await readdir(`${folder}/${name}`, { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile())

const kills = howMany('processing-kills', { usual: 3, long: 4, release: 40 })

/** The moments of the kills: the file comes in, a program works on it, something of it is stored. */
const moments: ((assetId: string) => Promise<boolean>)[] = [
  async () => (await filesBelow('work')).length > 0,
  async () => (await workersOfMedia()).length > 0,
  async (assetId) =>
    (await filesBelow('media')).some(({ parentPath }) => parentPath.includes(assetId)),
]

test(
  'killed while a file comes in and while it is processed: every asset becomes ready, and nothing is left over',
  { timeout: 240_000 + kills * 20_000 },
  async () => {
    const clip = await makeSampleClip({ seconds: 20, width: 640, height: 360 })
    const bytes = await readFile(clip)
    const waiting: ServerResponse[] = []
    const url = files.give('/film.mp4', (_, response) => {
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, bytes.length / 2))
      waiting.push(response)
    })

    const withoutWorker = await start({ PLAYHEAD_ROLES: roles })
    const ids = [await create(withoutWorker.session, url)]
    // A worker takes a new job at once: it would have asked for the file during these requests.
    for (let request = 0; request < 20; request += 1)
      expect((await retrieve(withoutWorker.session, ids[0]!)).status).toBe('preparing')
    expect(waiting).toEqual([])
    await withoutWorker.program.kill('SIGTERM')

    const first = await start()
    await until('the file comes in', async () => waiting.length === 1)
    await first.program.kill('SIGKILL')
    await until('no engine is left', async () => (await processesOf(folder)).length === 0)

    files.give('/film.mp4', clip)
    for (let kill = 0; kill < kills; kill += 1) {
      const { program, session } = await start()
      const id = await create(session, url)
      ids.push(id)
      const isThen = moments[kill % moments.length]!
      await until(
        'the asset is in work',
        async () => (await isThen(id)) || (await retrieve(session, id)).status === 'ready',
      )
      await program.kill('SIGKILL')
      await until('nobody works any more', async () => (await workersOfMedia()).length === 0)
      await until('no engine is left', async () => (await processesOf(folder)).length === 0)
    }

    const { program, session } = await start()
    try {
      for (const id of ids) {
        await until(
          'the asset is ready',
          async () => (await retrieve(session, id)).status === 'ready',
        )
        expect((await retrieve(session, id)).duration).toBe(20)
      }
      for (const id of ids) await session.call('DELETE', `/video/v1/assets/${id}`)
      await until('nobody works any more', async () => (await filesBelow('work')).length === 0)
      await until('nothing is stored', async () => (await filesBelow('media')).length === 0)
      expect(await workersOfMedia()).toEqual([])
    } finally {
      await program.kill('SIGTERM')
    }
  },
)
