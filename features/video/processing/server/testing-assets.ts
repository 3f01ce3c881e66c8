import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { staticRenditionsServer } from '@playhead/features/video/static-renditions/server'
import { tracksServer } from '@playhead/features/video/tracks/server'
import { uploadsServer } from '@playhead/features/video/uploads/server'
import type { Disk } from '@playhead/server-kit/health/disk.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startFileServer } from '@playhead/testing/media/file-server.ts'
import { runJobs } from '@playhead/testing/run-jobs.ts'
import { type Json, startTestApp } from '@playhead/testing/test-app.ts'
import { processingServer } from './index.ts'

const run = promisify(execFile)

const features = [assetsServer, processingServer]

/** An environment whose token creates assets from files of a local web server. */
export const makeAssetsWorld = async (
  settings: Record<string, string> = {},
  given: { disk?: Disk } = {},
) => {
  const handle = await startTestApp(
    [...features, playbackIdsServer, staticRenditionsServer, tracksServer, uploadsServer],
    {
      settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1', ...settings },
      ...given,
    },
  )
  const { app, call, database } = handle
  const make = aFactory(database)
  const { environment, organization } = await make.world()
  const token = await make.accessToken(environment, ['video:read', 'video:write'])
  const files = await startFileServer()
  afterAll(() => files.close())
  const address = '/video/v1/assets'

  const create = async (options: Json): Promise<string> => {
    const { status, body } = await call(address, { token, body: options })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.data.id
  }
  const retrieve = async (id: string): Promise<Json> =>
    (await call(`${address}/${id}`, { token })).body.data
  return {
    ...handle,
    environment: { ...environment, postgres: app.postgres, clickhouse: app.clickhouse },
    organization,
    token,
    files,
    processing: processingServer,
    features,
    create,
    retrieve,
    remove: (id: string) => call(`${address}/${id}`, { token, method: 'DELETE' }),
    run: (until?: () => Promise<boolean>) => runJobs(app, features, until ? { until } : {}),
    /** Creates an asset from a file at an address, runs the jobs and returns the API's response. */
    ingest: async (file: string, options: Json = {}): Promise<Json> => {
      const url = files.give(`/${file.split('/').at(-1)}`, file)
      const id = await create({ inputs: [{ url }], ...options })
      await runJobs(app, features)
      return retrieve(id)
    },
    /** Red, green and blue of a point in the first frame. */
    colourAt: async (assetId: string, { x, y }: { x: number; y: number }) => {
      const copy = await app.storage.localCopy(`${environment.id}/${assetId}/source`)
      const { stdout } = await run(
        'ffmpeg',
        [
          '-loglevel',
          'error',
          '-i',
          copy.path,
          '-frames:v',
          '1',
          '-vf',
          `format=rgb24,crop=1:1:${x}:${y}`,
          '-f',
          'rawvideo',
          '-',
        ],
        { encoding: 'buffer' },
      )
      return [...stdout]
    },
    storedKeys: async () => {
      const keys: string[] = []
      for await (const { key } of app.storage.list('')) keys.push(key)
      return keys
    },
  }
}
