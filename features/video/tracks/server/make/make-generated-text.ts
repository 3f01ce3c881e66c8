import { downloadSound } from '@playhead/features/video/processing/server'
import { extractSpeech } from '@playhead/media/captions/extract-speech.ts'
import { belongsTo } from '../sound-of-track.ts'
import { captionEngineOf } from './caption-engine-of.ts'
import { storeText } from './store-text.ts'
import { TrackRefused, type TrackWork } from './track-work.ts'
import { findTrack } from '../tracks.sql.ts'
import { languageName } from '../language-name.ts'

const notConfigured =
  'Captions cannot be generated: no speech engine is configured on this server. Its operator can name one in WHISPER_CLI and WHISPER_MODEL.'

/** Uses the sound as viewers hear it, so that words match the picture. */
const bringChosen = async (work: TrackWork) => {
  const { app, environment, map, soundTrackId } = work
  const chosen = soundTrackId && (await findTrack(environment, soundTrackId))
  // Another sound may be in another language: if the chosen one is gone, none replaces it.
  const sound = soundTrackId
    ? chosen && map.audio.find((one) => belongsTo(one, chosen))
    : map.audio[0]
  const fileName = sound && (await downloadSound(app, work, sound, work))
  if (!fileName) throw new TrackRefused('not_found', 'The audio has no speech.')
  return fileName
}

/** Generates subtitles from speech. */
export const makeGeneratedText = async (work: TrackWork) => {
  const { app, environment, map, media, track, folder, signal, progress } = work
  const engine = captionEngineOf(app.settings, media)
  if (!engine) throw new TrackRefused('captions_not_configured', notConfigured)
  const sound = await bringChosen(work)
  const seconds = map.duration
  const fileName = await extractSpeech(media, { folder, fileName: sound, seconds, signal })
  progress(0.1, 'Listening')
  const language = track.language_code ?? 'auto'
  const { cues, language: detected } = await engine.transcribe({
    folder,
    fileName,
    seconds,
    language,
    signal,
  })
  const found =
    detected === undefined ? undefined : { code: detected, name: languageName(detected) }
  await storeText(app, environment, track, cues, { language: found })
}
