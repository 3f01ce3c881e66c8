import { AssetGone } from '@playhead/features/video/storage-check/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { saveProgress } from './ingest.sql.ts'

type State = 'ingesting' | 'transcoding'

/** Often enough for people who look at it; each write also tells whether the asset is still there. */
const everyMs = 700

/**
 * Keeps the progress of an asset in its row. The signal ends what runs when the asset was deleted,
 * besides ending with the job's own.
 */
export const followAsset = (environment: Environment, assetId: string, jobSignal: AbortSignal) => {
  const gone = new AbortController()
  let told: { state: State; percent: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let saving: Promise<void> = Promise.resolve()
  const save = async () => {
    if (!told) return
    const progress = told
    told = undefined
    if (!(await saveProgress(environment, assetId, progress))) gone.abort(new AssetGone(assetId))
  }
  const saveLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      // What could not be written now is overtaken by the next one.
      saving = saving.then(save).catch(() => {})
    }, everyMs)
  }
  return {
    signal: AbortSignal.any([gone.signal, jobSignal]),
    /** Of one, and never waited for. */
    tell(state: State, part: number) {
      told = { state, percent: Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10 }
      saveLater()
    },
    /** After it nothing is written any more. */
    async settle() {
      clearTimeout(timer)
      told = undefined
      await saving
    },
  }
}
