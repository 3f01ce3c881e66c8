import type { AssetRow } from '@playhead/features/video/assets/server'
import { InputRefused } from '@playhead/media/input-refused.ts'
import { judgeInput } from '@playhead/media/judge-input.ts'
import type { Probe } from '@playhead/media/probe.ts'

export const judgeFor = (probe: Probe, asset: AssetRow) =>
  judgeInput(probe, { maxTier: asset.max_resolution_tier })

/** Checks the file before it uses space in storage. */
export const refuseUnusable = (probe: Probe, asset: AssetRow) => {
  const { refusal } = judgeFor(probe, asset)
  if (refusal) throw new InputRefused(refusal.message)
}
