import { open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { syncFolder, unless } from '@playhead/storage/synced-file.ts'

const DeliveredRow = z.object({
  environmentId: z.uuid(),
  assetId: z.uuid(),
  hour: z.coerce.date(),
  tier: z.string(),
  seconds: z.number(),
  bytes: z.number(),
})
export type DeliveredRow = z.infer<typeof DeliveredRow>

/** Counted once, by its token. */
const DeliveredBatch = z.object({ token: z.uuid(), rows: z.array(DeliveredRow) })
export type DeliveredBatch = z.infer<typeof DeliveredBatch>

const parseLine = (line: string): DeliveredBatch[] => {
  try {
    return [DeliveredBatch.parse(JSON.parse(line))]
  } catch {
    // A line that a kill cut off was never synced.
    return []
  }
}

/** The batches that are durable and perhaps not counted yet: one line each. */
export const openDeliveryFile = (path: string) => {
  let isNew = true
  const change = async (write: (handle: Awaited<ReturnType<typeof open>>) => Promise<unknown>) => {
    const handle = await open(path, 'a', 0o600)
    try {
      await write(handle)
      await handle.datasync()
    } finally {
      await handle.close()
    }
    if (isNew) await syncFolder(dirname(path))
    isNew = false
  }
  return {
    read: async (): Promise<DeliveredBatch[]> => {
      const text = await readFile(path, 'utf8').catch(unless('ENOENT', ''))
      return text.split('\n').flatMap((line) => (line === '' ? [] : parseLine(line)))
    },
    /** Begins a line, because a write before may have failed in the middle of its line. */
    append: (batch: DeliveredBatch) =>
      change((handle) => handle.writeFile(`\n${JSON.stringify(batch)}\n`)),
    empty: () => change((handle) => handle.truncate(0)),
  }
}
