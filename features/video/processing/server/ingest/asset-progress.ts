import { AssetGone } from '@playhead/features/video/storage-check/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { saveProgress } from './ingest.sql.ts'

type State = 'ingesting' | 'transcoding'

/** People look at it, so once a second is often enough; each write also tells whether the asset is still there. */
const everyMs = 1_000

/**
 * Keeps the progress of an asset in its row. The signal ends what runs when the asset was deleted,
 * besides ending with the job's own.
 */
export const followAsset = (environment: Environment, assetId: string, jobSignal: AbortSignal) => {
  const gone = new AbortController()
  let savedAt = 0
  let saving: Promise<void> = Promise.resolve()
  const save = async (state: State, percent: number) => {
    if (!(await saveProgress(environment, assetId, { state, percent })))
      gone.abort(new AssetGone(assetId))
  }
  return {
    signal: AbortSignal.any([gone.signal, jobSignal]),
    /** Of one, and never waited for. */
    tell(state: State, part: number) {
      if (Date.now() - savedAt < everyMs) return
      savedAt = Date.now()
      saving = saving
        .then(() => save(state, Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10))
        .catch(() => {})
    },
    /** After it nothing is written any more. */
    async settle() {
      savedAt = Number.POSITIVE_INFINITY
      await saving
    },
  }
}
