import type { Environment } from '@playhead/server-kit/tenant.ts'
import { recordTrackEventOf } from './record-track-event.ts'
import { insertTrack } from './tracks.sql.ts'

/** A text that is made of a recording when it has ended. */
export interface RecordedText {
  /** Captions in the picture, or captions of what is said. */
  source: 'embedded' | 'generated_live_final'
  /** 1 to 4 of captions in the picture. */
  channel?: number
  name: string
  languageCode: string
  passthrough?: string | undefined
}

/** Call it before the recording is completed: this begins the work on its texts. */
export const addRecordedTexts = async (
  tenant: Environment,
  assetId: string,
  texts: readonly RecordedText[],
) => {
  for (const { source, channel, name, languageCode, passthrough } of texts) {
    const track = {
      type: 'text',
      textSource: source,
      languageCode,
      passthrough,
      closedCaptions: source === 'embedded',
      sourceStream: channel,
    } as const
    const inserted =
      (await insertTrack(tenant, assetId, { ...track, name })) ??
      (await insertTrack(tenant, assetId, { ...track, name: `${name} (${source})` }))
    if (inserted) await recordTrackEventOf(tenant, 'video.asset.track.created', inserted)
  }
}
