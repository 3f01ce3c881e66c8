import { type Cue, plainText, writeWebVtt } from '@playhead/media/captions/cue.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { assetPrefixOf } from '@playhead/media-store/media-keys.ts'
import { storeMediaFile } from '@playhead/media-store/store-media-file.ts'
import { keepTrack } from './keep-track.ts'
import type { MadeTrack } from './track-result.sql.ts'
import type { TrackRow } from '../track-row.ts'

/** Stores WebVTT for players and plain text for readers. */
export const storeText = async (
  app: App,
  environment: Environment,
  track: Pick<TrackRow, 'id' | 'asset_id'>,
  cues: readonly Cue[],
  more: Pick<MadeTrack, 'language'> = {},
) => {
  const stem = `${assetPrefixOf(environment.id, track.asset_id)}text/${track.id}`
  const place = (ending: string) => ({ key: `${stem}.${ending}`, assetId: track.asset_id })
  const transcript = cues.map(plainText).join('\n')
  await storeMediaFile(app, environment, place('txt'), Buffer.from(`${transcript}\n`))
  await storeMediaFile(app, environment, place('vtt'), Buffer.from(writeWebVtt(cues)))
  const duration = Math.max(0, ...cues.map(({ end }) => end))
  const made = { storageKey: `${stem}.vtt`, duration, ...more }
  await keepTrack(environment, track, made, { leftover: `${stem}.` })
}
