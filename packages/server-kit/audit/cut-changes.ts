import type { App } from '../app.ts'
import { deleteChangesBefore, insertCut, listTrailsBefore, updateCut } from './changes.sql.ts'

const portion = 5000
const dayMs = 86_400_000

/** Each portion is deleted in the transaction that notes it, so a run may be interrupted anywhere. */
const cutTrail = async ({ postgres, clock }: App, organizationId: string | null, before: Date) => {
  let count = 0
  let cut: string | undefined
  for (let deleted = portion; deleted === portion;) {
    deleted = await postgres.transaction(async (transaction) => {
      const now = await deleteChangesBefore(transaction, organizationId, { before, limit: portion })
      count += now
      if (now === 0) return now
      if (cut) await updateCut(transaction, cut, count)
      else cut = await insertCut(transaction, organizationId, { before, count, now: clock.now() })
      return now
    })
  }
}

/** Deletes changes that are older than they are kept, and notes in each trail that it was cut. */
export const cutChanges = async (app: App, signal?: AbortSignal) => {
  const before = new Date(app.clock.now().getTime() - app.settings.auditDays * dayMs)
  for (const organizationId of await listTrailsBefore(app.postgres, before)) {
    if (signal?.aborted) return
    await cutTrail(app, organizationId, before)
  }
}
