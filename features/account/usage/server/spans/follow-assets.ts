import { assetListener } from '@playhead/features/video/assets/server'
import { tierOf } from '@playhead/media/tiers.ts'
import { closeLiveSpan, endSpans, openLiveSpan, openStoredSpan } from './asset-spans.sql.ts'

/** Writes from when until when assets are stored, and what was encoded or live. */
export const followAssets = assetListener({
  order: 90,
  recording: ({ environment, asset }, { video }) =>
    openLiveSpan(environment, asset.id, tierOf(video)),
  recorded: ({ environment, asset }, map) => closeLiveSpan(environment, asset.id, map.duration),
  ready: ({ environment, asset }) => openStoredSpan(environment, asset.id),
  failed: ({ environment, asset }) => endSpans(environment, asset.id),
  deleted: async ({ environment, asset }) => {
    await endSpans(environment, asset.id)
    return []
  },
})
