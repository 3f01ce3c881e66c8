import {
  recordAssetEvent,
  markPlayable,
  saveFindings,
} from '@playhead/features/video/assets/server'
import { inputInfo } from '@playhead/media/input-info.ts'
import { InputRefused } from '@playhead/media/input-refused.ts'
import type { MediaMap } from '@playhead/media/media-map.ts'
import { planMedia } from '@playhead/media/segments/plan/plan-media.ts'
import { planSoundAhead } from '@playhead/media/segments/sound/plan-sound.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { AssetGone } from '@playhead/media-store/store-media-file.ts'
import { damageReasons } from './damage-reasons.ts'
import { factsOf } from './describe-asset.ts'
import type { Clip } from './fetch-input.ts'
import { judgeFor } from './refuse-unusable.ts'
import type { Step } from './step.ts'
import type { Source } from './take-source.ts'

const testSecondsMax = 10

/** Test assets are free, so they are limited to a few seconds. */
const keptOf = ({ asset }: Step, { probe, clip }: Source): Clip | undefined => {
  const whole = clip ?? { start: 0, end: probe.duration }
  if (!asset.is_test || whole.end - whole.start <= testSecondsMax) return clip
  return { start: whole.start, end: whole.start + testSecondsMax }
}

const plan = async (step: Step, source: Source): Promise<MediaMap> => {
  const { asset, media, folder, signal } = step
  try {
    return await planMedia(media, source.probe, judgeFor(source.probe, asset), {
      folder,
      fileName: 'source',
      maxTier: asset.max_resolution_tier,
      quality: asset.video_quality,
      clip: keptOf(step, source),
      signal,
    })
  } catch (error) {
    throw error instanceof RangeError ? new InputRefused(error.message) : error
  }
}

/** Reasons from the input file and those that only its frames show. */
const reasonsOf = (step: Step, source: Source, { video, clip }: MediaMap) => {
  const judged = judgeFor(source.original, step.asset)
  const isSurprising = judged.canCopyVideo && !clip && video !== undefined && !video.canCopy
  return {
    ...judged.nonStandardReasons,
    ...(isSurprising && { unexpected_media_file_parameters: 'non-standard' as const }),
    ...damageReasons(video?.damaged ?? []),
  }
}

/** Plans sound that plays before it is stored, however long it is; normalised loudness needs the whole sound first. */
const planAhead = ({ asset, media, folder, signal }: Step, { probe }: Source, map: MediaMap) =>
  asset.normalizes_audio
    ? undefined
    : planSoundAhead(media, { folder, fileName: 'source', signal }, map, probe)

/** Decides what can be played of the file and records what was found in it. */
export const planAsset = async (step: Step, source: Source) => {
  const { app, environment, asset } = step
  const planned = await plan(step, source)
  const playable = await planAhead(step, source, planned)
  const map = playable ?? planned
  const reasons = reasonsOf(step, source, map)
  const isNonStandard = Object.keys(reasons).length > 0
  await environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const isThere = await saveFindings(tenant, asset.id, {
      ...factsOf(map),
      inputInfo: [{ file: inputInfo(source.original) }],
      nonStandardReasons: isNonStandard ? reasons : null,
    })
    if (!isThere) throw new AssetGone(asset.id)
    if (playable) await markPlayable(tenant, asset.id, playable)
    if (isNonStandard)
      await recordAssetEvent(app, tenant, 'video.asset.non_standard_input_detected', asset.id)
  })
  return map
}
