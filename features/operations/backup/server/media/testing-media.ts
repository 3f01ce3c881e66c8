import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Feature } from '@playhead/server-kit/feature.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { insertPlayableAsset } from '@playhead/testing/media/playable-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { storeMediaFile } from '@playhead/media-store/store-media-file.ts'
import { makeKeys } from '../testing-backups.ts'

/** A server with an environment and assets with the files of the test. */
export const makeMediaWorld = async (
  clickhouse: ClickHouse,
  settings: Record<string, string> = {},
  features: Feature[] = [],
) => {
  const handle = await startTestApp(features, { clickhouse, settings })
  const app = await makeKeys(handle.app)
  const world = await aFactory(handle.database).world()
  const environment: Environment = {
    id: world.environment.id,
    organizationId: world.organization.id,
    postgres: app.postgres,
    clickhouse,
  }
  const asset = async (files: Record<string, Buffer>) => {
    const { id, playbackId } = await insertPlayableAsset(app, { environment })
    const keys: Record<string, string> = {}
    for (const [name, content] of Object.entries(files)) {
      keys[name] = `${environment.id}/${id}/${name}`
      await storeMediaFile(app, environment, { key: keys[name], assetId: id }, content)
    }
    return { id, playbackId, keys }
  }
  return { ...handle, app, world, environment, asset }
}

export const startEmptyServer = async (
  clickhouse: ClickHouse,
  settings: Record<string, string> = {},
  features: Feature[] = [],
) => {
  const handle = await startTestApp(features, { clickhouse, settings })
  return { ...handle, app: await makeKeys(handle.app) }
}

export const readStoredContents = async ({ storage }: App) => {
  const contents: Record<string, string> = {}
  for await (const { key } of storage.list(''))
    contents[key] = (await buffer((await storage.read(key)).bytes)).toString('base64')
  return contents
}

/** Sizes around the 64 KiB chunks in which files are read and sealed. */
export const aSetOfContents = () => ({
  source: randomBytes(300_000),
  'static/highest.mp4': randomBytes(65_536),
  'images/0.jpg': randomBytes(65_537),
  'text/one.vtt': Buffer.from('WEBVTT\n\nWords that nobody else should read\n'),
  'text/empty.txt': Buffer.alloc(0),
})

export const makeFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playhead-backup-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const makePassphraseFile = async (folder: string, text: string, name = 'passphrase') => {
  const file = join(folder, name)
  await writeFile(file, text, { mode: 0o600 })
  return file
}

/** Files below a folder, with their modes. */
export const listFilesBelow = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path, name, mode: (await stat(path)).mode & 0o777, content: await readFile(path) }
    }),
  )
}
