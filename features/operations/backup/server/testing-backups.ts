import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { Database } from '@playhead/postgres/client.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { Vault } from '@playhead/server-kit/secrets/secrets.ts'
import type { Json } from '@playhead/testing/test-app.ts'
import { listAnalyticsTables, readAnalyticsRows } from './stores/analytics-store.sql.ts'
import { readTables } from './stores/postgres-store.ts'
import { readRowTexts } from './testing-samples.sql.ts'

/** Writes the server secret to the disk, as a started program does. */
export const makeKeys = async (app: App): Promise<App> => {
  const secret = randomBytes(32)
  const folder = join(app.settings.dataFolder, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'server-secret'), secret, { mode: 0o600 })
  return { ...app, vault: new Vault(secret) }
}

export const readTableTexts = async (postgres: Database) => {
  const texts: Record<string, string[]> = {}
  for (const table of (await readTables(postgres)).keys())
    texts[table] = await readRowTexts(postgres, table)
  return texts
}

const filesOf = async (folder: string) => {
  const names: string[] = await readdir(folder).catch(() => [])
  return Promise.all(
    names.toSorted().map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
  )
}

export const readAnalytics = async (clickhouse: ClickHouse) => {
  const texts: Record<string, string[]> = {}
  for (const table of await listAnalyticsTables(clickhouse)) {
    texts[table] = []
    for await (const row of readAnalyticsRows(clickhouse, table)) texts[table].push(row)
    // Rows from several files have no fixed order.
    texts[table].sort()
  }
  return texts
}

/** Everything that a restore could have touched. */
export const readEverything = async ({ postgres, clickhouse, settings: { dataFolder } }: App) => ({
  analytics: await readAnalytics(clickhouse),
  tables: await readTableTexts(postgres),
  secret: (await readFile(join(dataFolder, 'keys/server-secret'))).toString('hex'),
  keys: await readdir(join(dataFolder, 'keys')),
  outbox: await filesOf(join(dataFolder, 'outbox')),
})

export const readLines = async (file: string): Promise<Json[]> =>
  gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line): Json => JSON.parse(line))

/** A forged file with a valid checksum. */
export const makeForgedFile = async (file: string, lines: readonly Json[]) => {
  const body = lines.filter((line) => line.end !== true)
  const text = body.map((line) => `${JSON.stringify(line)}\n`).join('')
  const counts: Record<string, number> = {}
  for (const { store } of body.slice(1)) counts[store] = (counts[store] ?? 0) + 1
  const checksum = createHash('sha256').update(text).digest('hex')
  await writeFile(file, gzipSync(`${text}${JSON.stringify({ end: true, counts, checksum })}\n`))
}
