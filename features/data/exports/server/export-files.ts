import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { FileToSend } from '@playhead/server-kit/http/file-headers.ts'
import { exportColumns } from './export-columns.ts'
import { listHoursWithViews, streamViewLines } from './exports.sql.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const fileForm = /^(\d{4}-\d\d-\d\d)\.csv\.gz$/

const folderOf = (dataFolder: string, environmentId: string) =>
  join(dataFolder, 'exports', environmentId)

export const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
export const fileNameOf = (day: string) => `${day}.csv.gz`

/** Days that have a file, newest first. */
export const listExportDays = async (
  dataFolder: string,
  environmentId: string,
): Promise<string[]> => {
  const names = await readdir(folderOf(dataFolder, environmentId)).catch(() => [])
  return names
    .flatMap((name) => fileForm.exec(name)?.[1] ?? [])
    .toSorted()
    .toReversed()
}

/** One query per hour, so that a busy day needs no long query. */
async function* linesOfDay(environment: { id: string; clickhouse: ClickHouse }, day: string) {
  yield Buffer.from(`${exportColumns.map((name) => `"${name}"`).join(',')}\n`)
  const start = new Date(`${day}T00:00:00Z`)
  const end = new Date(start.getTime() + dayMs)
  for (const hour of await listHoursWithViews(environment, { start, end }))
    yield* await streamViewLines(environment, {
      start: new Date(hour * 1000),
      end: new Date(hour * 1000 + hourMs),
    })
}

/** Written under another name and renamed when complete, so that no reader sees a partial day. */
export const writeExport = async (
  dataFolder: string,
  environment: { id: string; clickhouse: ClickHouse },
  day: string,
): Promise<void> => {
  const folder = folderOf(dataFolder, environment.id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, fileNameOf(day))
  const unfinished = `${path}.unfinished`
  await pipeline(
    Readable.from(linesOfDay(environment, day)),
    createGzip(),
    createWriteStream(unfinished, { mode: 0o600 }),
  )
  const file = await open(unfinished, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}

export const removeExport = (dataFolder: string, environmentId: string, day: string) =>
  rm(join(folderOf(dataFolder, environmentId), fileNameOf(day)), { force: true })

/** Removes folders of deleted environments, and of those whose exports no one reads any more. */
export const removeOtherExports = async (dataFolder: string, kept: ReadonlySet<string>) => {
  const folders = await readdir(join(dataFolder, 'exports')).catch(() => [])
  for (const name of folders)
    if (!kept.has(name)) await rm(folderOf(dataFolder, name), { recursive: true, force: true })
}

export const readExport = async (
  dataFolder: string,
  environmentId: string,
  day: string,
): Promise<FileToSend | undefined> => {
  const path = join(folderOf(dataFolder, environmentId), fileNameOf(day))
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return {
    name: `views-${fileNameOf(day)}`,
    size: found.size,
    bytes: Readable.toWeb(createReadStream(path)) as FileToSend['bytes'],
  }
}
