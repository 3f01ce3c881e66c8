import {
  environmentOf,
  openReadyAsset,
  type ReadyAsset,
} from '@playhead/features/video/processing/server'
import type { Cue } from '@playhead/media/captions/cue.ts'
import { extractClosedCaptions } from '@playhead/media/captions/extract-closed-captions.ts'
import { extractText, isWrittenText } from '@playhead/media/captions/extract-texts.ts'
import { withJobFolder } from '@playhead/media/job-folder.ts'
import { probeFile } from '@playhead/media/probe-file.ts'
import type { ProbedText } from '@playhead/media/probe.ts'
import type { PayloadOf } from '@playhead/server-kit/jobs/job-kind.ts'
import { job, type JobCall } from '@playhead/server-kit/jobs/job.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { downloadStored } from '@playhead/media-store/download-stored.ts'
import { sourceKeyOf } from '@playhead/media-store/media-keys.ts'
import { storeText } from './store-text.ts'
import { findUnfinishedText, insertEmbeddedText } from './track-result.sql.ts'
import { findTrack } from '../tracks.sql.ts'
import { languageName } from '../language-name.ts'
import { recordTrackEvent } from '../record-track-event.ts'
import { textsExtract } from '../jobs.ts'

type Call = JobCall<PayloadOf<typeof textsExtract>>

const nameOf = (language: string, isForHearingImpaired: boolean) => {
  if (language !== 'und') return languageName(language)
  return isForHearingImpaired ? 'Captions' : 'Subtitles'
}

type FoundText = Pick<ProbedText, 'stream' | 'language' | 'title' | 'isForHearingImpaired'>

/** Channels have numbers below zero: those from zero on are streams of the file. */
const captionText = (channel: number, isOnly: boolean): FoundText => ({
  stream: -channel,
  language: undefined,
  title: isOnly ? 'Captions' : `Captions (CC${channel})`,
  isForHearingImpaired: true,
})

const insertText = (
  { environment, asset }: ReadyAsset,
  { stream, language = 'und', title, isForHearingImpaired }: FoundText,
) =>
  environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const unfinished = await findUnfinishedText(tenant, asset.id, stream)
    if (unfinished) return findTrack(tenant, unfinished)
    const name = title ?? nameOf(language, isForHearingImpaired)
    const text = { stream, languageCode: language, closedCaptions: isForHearingImpaired }
    const id =
      (await insertEmbeddedText(tenant, asset.id, { ...text, name })) ??
      (await insertEmbeddedText(tenant, asset.id, { ...text, name: `${name} (${stream})` }))
    if (id === undefined) return undefined
    await recordTrackEvent(tenant, 'video.asset.track.created', id)
    return findTrack(tenant, id)
  })

/** Extracts text subtitles from the file, and captions from inside of its picture. Players cannot show picture subtitles, so these stay in it. */
export const extractTextsJob = job(textsExtract, {
  takesRoom: true,
  concurrency: 1,
  attemptsMax: 4,
  run: async ({ app, environmentId, payload: { assetId }, signal }: Call) => {
    const environment = environmentId === null ? undefined : await environmentOf(app, environmentId)
    const ready = environment && (await openReadyAsset(app, environment, assetId))
    if (!ready) return
    const { map, media } = ready
    await withJobFolder(app.settings.dataFolder, async (folder) => {
      await downloadStored(app, sourceKeyOf(ready.environment.id, assetId), folder, 'source')
      const { texts, videos } = await probeFile(media, folder, 'source', { signal })
      const work = { folder, fileName: 'source', map, signal }
      const store = async (text: FoundText, cues: readonly Cue[]) => {
        if (cues.length === 0) return
        const track = await insertText(ready, text)
        if (track) await storeText(app, ready.environment, track, cues)
      }
      for (const text of texts.filter(isWrittenText))
        await store(text, await extractText(media, work, text.stream))
      const [video] = videos
      if (!video?.hasClosedCaptions) return
      const captions = await extractClosedCaptions(media, work, video)
      for (const { channel, cues } of captions)
        await store(captionText(channel, captions.length === 1), cues)
    })
  },
})
