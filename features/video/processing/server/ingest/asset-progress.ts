import { saveProgress } from '@playhead/features/video/assets/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { AssetGone } from '@playhead/media-store/store-media-file.ts'

type State = 'ingesting' | 'transcoding'

/** Often enough for people who watch the progress; each write also checks that the asset still exists. */
const everyMs = 700

/** Writes the progress of an asset to its row. The signal aborts the work when the asset is deleted or the job ends. */
export const followAsset = (environment: Environment, assetId: string, jobSignal: AbortSignal) => {
  const gone = new AbortController()
  let unsaved: { state: State; percent: number } | undefined
  let timer: NodeJS.Timeout | undefined
  let saving: Promise<void> = Promise.resolve()
  const save = async () => {
    if (!unsaved) return
    const progress = unsaved
    unsaved = undefined
    if (!(await saveProgress(environment, assetId, progress))) gone.abort(new AssetGone(assetId))
  }
  const saveLater = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      // The next write replaces one that failed.
      saving = saving.then(save).catch(() => {})
    }, everyMs)
  }
  return {
    signal: AbortSignal.any([gone.signal, jobSignal]),
    /** `part` is a share up to 1. The caller never waits for the write. */
    report(state: State, part: number) {
      unsaved = { state, percent: Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10 }
      saveLater()
    },
    /** Nothing is written after it. */
    async settle() {
      clearTimeout(timer)
      unsaved = undefined
      await saving
    },
  }
}
