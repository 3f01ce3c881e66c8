import { createHash } from 'node:crypto'
import { StoredObjectMissing } from '@playhead/storage/storage.ts'
import type { CheckCall } from './compare-storage.ts'
import { findToVerify, noteVerified, type ToVerifyRow } from './storage-check.sql.ts'

/** About a minute of reading from a disk; the next run continues. */
const bytesAtOnce = 8 * 2 ** 30
const verifiedAgainAfterMs = 7 * 24 * 3_600_000

const countContent = async ({ app, signal }: CheckCall, { key }: ToVerifyRow) => {
  const hash = createHash('sha256')
  const { bytes } = await app.storage.read(key)
  for await (const chunk of bytes) {
    signal.throwIfAborted()
    hash.update(chunk)
  }
  return hash.digest('hex')
}

const verify = async (call: CheckCall, row: ToVerifyRow) => {
  try {
    const sha256 = await countContent(call, row)
    const isChanged = row.sha256 !== null && row.sha256 !== sha256
    return { sha256, problem: isChanged ? ('changed' as const) : null }
  } catch (error) {
    if (!(error instanceof StoredObjectMissing)) throw error
    return { sha256: null, problem: 'missing' as const }
  }
}

/** Reads unchanged files again and again, because disks lose data over time. */
export const verifyContent = async (call: CheckCall, startedAt: Date) => {
  const { postgres, log } = call.app
  const verifiedBefore = new Date(startedAt.getTime() - verifiedAgainAfterMs)
  let verified = 0
  while (verified < bytesAtOnce) {
    call.signal.throwIfAborted()
    const row = await findToVerify(postgres, verifiedBefore, startedAt)
    if (!row) break
    const found = await verify(call, row)
    const isNoted = await noteVerified(postgres, row, found, startedAt)
    if (isNoted && found.problem) log.error(`a media file is ${found.problem}`, { key: row.key })
    verified += row.bytes
    call.progress(0.1 + (0.9 * verified) / bytesAtOnce, 'Reading stored files')
  }
  return verified
}
