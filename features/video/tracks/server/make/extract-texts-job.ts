import {
  environmentOf,
  openReadyAsset,
  type ReadyAsset,
} from '@playhead/features/video/processing/server'
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

const insertText = (
  { environment, asset }: ReadyAsset,
  { stream, language = 'und', title, isForHearingImpaired }: ProbedText,
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

/** Extracts text subtitles from the file. Players cannot show picture subtitles, so these stay in it. */
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
      const { texts } = await probeFile(media, folder, 'source', { signal })
      for (const text of texts.filter(isWrittenText)) {
        const cues = await extractText(
          media,
          { folder, fileName: 'source', map, signal },
          text.stream,
        )
        if (cues.length === 0) continue
        const track = await insertText(ready, text)
        if (track) await storeText(app, ready.environment, track, cues)
      }
    })
  },
})
