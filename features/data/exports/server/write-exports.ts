import { FairSlots } from '@playhead/domain/fair-slots.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { exportLimits } from '../contract.ts'
import {
  dayOf,
  listExportDays,
  removeExport,
  removeOtherExports,
  writeExport,
} from './export-files.ts'
import { listExportReaders } from './exports.sql.ts'

const dayMs = 86_400_000

/** A view accepts events until one hour after its last one; after two hours its day is final. */
const settledAfterMs = 2 * 3_600_000

/** After this many days without a read, exports of an environment are no longer written. */
const readWithinDays = 30

/** One day per environment at a time, two in all: environments take turns day by day. */
const writtenAtOnce = { perParty: 1, waitingMax: { perParty: [], all: Number.POSITIVE_INFINITY } }

/** The last complete days, newest first. */
const daysToKeep = (now: Date) =>
  Array.from({ length: exportLimits.keptDays }, (_, at) =>
    dayOf(new Date(now.getTime() - settledAfterMs - (at + 1) * dayMs)),
  )

const writeExportsOf = async (app: App, slots: FairSlots, id: string, days: readonly string[]) => {
  const { dataFolder } = app.settings
  const present = await listExportDays(dataFolder, id)
  for (const day of present) if (day < days.at(-1)!) await removeExport(dataFolder, id, day)
  for (const day of days)
    if (!present.includes(day))
      await slots.run({ path: [id] }, undefined, () =>
        writeExport(dataFolder, { id, clickhouse: app.clickhouse }, day),
      )
}

/** A failure in one environment is retried in the next run and does not stop the others. */
export const writeExports = async (app: App): Promise<void> => {
  if (!(await app.disk.hasRoomFor(0)))
    throw new Error('The disk is nearly full, so no exports are written.')
  const now = app.clock.now()
  const days = daysToKeep(now)
  const since = new Date(now.getTime() - readWithinDays * dayMs)
  const readers = await listExportReaders(app.postgres, since)
  const slots = new FairSlots(writtenAtOnce)
  await Promise.all(
    readers.map((id) =>
      writeExportsOf(app, slots, id, days).catch((error: unknown) =>
        app.log.error('exports of an environment could not be written', { environment: id, error }),
      ),
    ),
  )
  await removeOtherExports(app.settings.dataFolder, new Set(readers))
}
